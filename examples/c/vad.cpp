// The plan `vad` of examples/firmware/cascade in C++: a buffer is a typed view of a bank's bytes. It prints what the program in
// Rust prints of this plan.
#include "layout.h"
#include "recording.h"
#include "semihosting.h"

namespace {

constexpr int frame_length = 256, frame_count = 16000 / frame_length, tap_count = 32, history_length = tap_count - 1;

// Memory for the buffers: one array for each bank.
alignas(ARENA_BANK_DTCM_ALIGN) [[gnu::section(".arena.dtcm")]] unsigned char dtcm[ARENA_BANK_DTCM_SIZE];
alignas(ARENA_BANK_SRAM_ALIGN) [[gnu::section(".arena.sram")]] unsigned char sram[ARENA_BANK_SRAM_SIZE];
alignas(ARENA_BANK_DDR_ALIGN) [[gnu::section(".arena.ddr")]] unsigned char ddr[ARENA_BANK_DDR_SIZE];

// The constants, in the serial flash.
struct Constants {
    uint32_t loud, hangover;
    int16_t taps[tap_count];
};
alignas(ARENA_BANK_QSPI_ALIGN) [[gnu::section(".arena.qspi")]] constexpr Constants qspi = {
    1000,
    8,
    {120,  240,  360,  480,  600,  720,  840,  960,  1080, 1200, 1320, 1440, 1560, 1680, 1800, 1920,
     1920, 1800, 1680, 1560, 1440, 1320, 1200, 1080, 960,  840,  720,  600,  480,  360,  240,  120},
};
static_assert(__builtin_offsetof(Constants, loud) == ARENA_LIMITS_OFFSET, "the constants are where the plan has them");
static_assert(__builtin_offsetof(Constants, taps) == ARENA_TAPS_OFFSET, "the constants are where the plan has them");
static_assert(sizeof(Constants) == ARENA_BANK_QSPI_SIZE, "the constants are what the plan has");

// A buffer: `Bytes` of a bank from an offset on, as values of a type.
template <typename T, unsigned Offset, unsigned Bytes>
struct Buffer {
    static constexpr unsigned count = Bytes / sizeof(T);
    static_assert(Offset % alignof(T) == 0 && Bytes % sizeof(T) == 0, "the plan fits the type");
    T *data;

    explicit Buffer(unsigned char *bank) : data(reinterpret_cast<T *>(bank + Offset)) {}
    T &operator[](unsigned index) { return data[index]; }
    T &operator*() { return *data; }
    T *begin() { return data; }
    T *end() { return data + count; }
};

using Taps = Buffer<int16_t, ARENA_STAGED_SRAM_OFFSET, ARENA_STAGED_SRAM_SIZE>;
using Frames = Buffer<int16_t[frame_length], ARENA_FRAMES_OFFSET, ARENA_FRAMES_SIZE>;
using History = Buffer<int16_t, ARENA_HISTORY_OFFSET, ARENA_HISTORY_SIZE>;
using Hangover = Buffer<uint32_t, ARENA_HANGOVER_OFFSET, ARENA_HANGOVER_SIZE>;
using LogLevels = Buffer<uint16_t, ARENA_LOG_LEVELS_OFFSET, ARENA_LOG_LEVELS_SIZE>;
using LogLength = Buffer<uint32_t, ARENA_LOG_LENGTH_OFFSET, ARENA_LOG_LENGTH_SIZE>;
using Filtered = Buffer<int16_t, ARENA_FILTERED_OFFSET, ARENA_FILTERED_SIZE>;
using Level = Buffer<uint32_t, ARENA_LEVEL_OFFSET, ARENA_LEVEL_SIZE>;
using Voice = Buffer<uint32_t, ARENA_VOICE_OFFSET, ARENA_VOICE_SIZE>;

// The hash FNV-1a over the bytes of values.
template <typename Iterator>
uint32_t digest(Iterator value, Iterator end) {
    uint32_t hash = 0x811c9dc5;
    for (; value != end; ++value) {
        for (unsigned byte = 0; byte < sizeof *value; byte++) {
            hash = (hash ^ (static_cast<uint32_t>(*value) >> (8 * byte) & 0xff)) * 0x01000193;
        }
    }
    return hash;
}

// No start-up code fills these sections.
template <unsigned Bytes>
void clear(unsigned char (&bank)[Bytes]) {
    for (unsigned char &byte : bank) {
        byte = 0;
    }
}

void hydrate(Taps taps) {
    print("vad: constants ");
    print_hex(digest(qspi.taps, qspi.taps + tap_count));
    print(", before ");
    print_hex(digest(taps.begin(), taps.end()));
    for (unsigned n = 0; n < Taps::count; n++) {
        taps[n] = qspi.taps[n];
    }
    print(", after ");
    print_hex(digest(taps.begin(), taps.end()));
    print("\n");
}

void filter(Taps taps, const int16_t *frame, History history, Filtered filtered) {
    for (int last = 0; last < frame_length; last++) {
        int32_t sum = 0;
        for (int n = 0; n < tap_count; n++) {
            sum += taps[n] * (n <= last ? frame[last - n] : history[history_length + last - n]);
        }
        filtered[last] = static_cast<int16_t>(sum >> 15);
    }
    const int16_t *end = frame + frame_length - history_length;
    for (int16_t &sample : history) {
        sample = *end++;
    }
}

void measure(Filtered filtered, Level level) {
    *level = 0;
    for (int16_t sample : filtered) {
        const auto size = static_cast<uint32_t>(sample < 0 ? -sample : sample);
        *level = size > *level ? size : *level;
    }
}

void decide(Level level, Hangover hangover, LogLevels levels, LogLength length, Voice voice) {
    if (*level >= qspi.loud) {
        *hangover = qspi.hangover;
    } else if (*hangover > 0) {
        *hangover -= 1;
    }
    levels[*length] = static_cast<uint16_t>(*level);
    *length += 1;
    *voice = *hangover > 0;
}

void run() {
    clear(dtcm);
    clear(sram);
    clear(ddr);
    Taps taps(sram);
    Frames frames(sram);
    LogLevels levels(ddr);
    hydrate(taps);
    int began = -1;
    for (int number = 0; number < frame_count; number++) {
        int16_t(&frame)[frame_length] = frames[number % 2];
        const int16_t *samples = recording + frame_length * number;
        for (int16_t &sample : frame) { // in place of a DMA controller
            sample = *samples++;
        }
        filter(taps, frame, History(sram), Filtered(dtcm));
        measure(Filtered(dtcm), Level(dtcm));
        decide(Level(dtcm), Hangover(sram), levels, LogLength(ddr), Voice(dtcm));
        const bool is_voice = *Voice(dtcm);
        if (is_voice && began < 0) {
            began = number;
        } else if (!is_voice && began >= 0) {
            print("vad: voice in frames ");
            print_number(static_cast<uint32_t>(began));
            print(" to ");
            print_number(static_cast<uint32_t>(number) - 1);
            print("\n");
            began = -1;
        }
    }
    uint16_t loudest = 0;
    for (uint16_t level : levels) {
        loudest = level > loudest ? level : loudest;
    }
    print("vad: ");
    print_number(*LogLength(ddr));
    print(" levels ");
    print_hex(digest(levels.begin(), levels.end()));
    print(", loudest ");
    print_number(loudest);
    print("\n");
}

} // namespace

extern "C" {
void reset() {
    clear_bss();
    run();
    leave();
}

[[gnu::section(".vectors"), gnu::used]] const struct vectors vectors = {_stack_top, reset};
}
