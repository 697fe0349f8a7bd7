// The plan of examples/json/meter.json in C++: a bank is a class, a buffer a typed view of its bytes.
#include "layout.h"
#include "semihosting.h"

namespace {

// Memory for the buffers: one array for each bank.
alignas(ARENA_BANK_TCM_ALIGN) [[gnu::section(".arena.tcm")]] unsigned char tcm[ARENA_BANK_TCM_SIZE];
alignas(ARENA_BANK_RAM_ALIGN) unsigned char ram[ARENA_BANK_RAM_SIZE];

// The constant, in the image.
alignas(ARENA_BANK_FLASH_ALIGN) [[gnu::section(".arena.flash")]] constexpr uint16_t window[16] = {
    1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1};
static_assert(sizeof window == ARENA_WINDOW_SIZE, "the plan has its size");

// A buffer: `Count` values of a type at an offset of a bank.
template <typename T, unsigned Offset, unsigned Bytes>
struct Buffer {
    static constexpr unsigned count = Bytes / sizeof(T);
    static_assert(Offset % alignof(T) == 0 && Bytes % sizeof(T) == 0, "the plan fits the type");
    T *data;

    explicit Buffer(unsigned char *bank) : data(reinterpret_cast<T *>(bank + Offset)) {}
    T &operator[](unsigned index) { return data[index]; }
    T *begin() { return data; }
    T *end() { return data + count; }
};

using Samples = Buffer<int16_t, ARENA_SAMPLES_OFFSET, ARENA_SAMPLES_SIZE>;
using Squares = Buffer<uint32_t, ARENA_SQUARES_OFFSET, ARENA_SQUARES_SIZE>;
using Levels = Buffer<uint32_t, ARENA_LEVELS_OFFSET, ARENA_LEVELS_SIZE>;
using Peak = Buffer<uint32_t, ARENA_PEAK_OFFSET, ARENA_PEAK_SIZE>;

void record(Samples samples, int round) {
    int n = 0;
    for (int16_t &sample : samples) {
        sample = static_cast<int16_t>(n++ * (round + 1));
    }
}

void square(Samples samples, Squares squares) {
    for (unsigned n = 0; n < Squares::count; n++) {
        squares[n] = static_cast<uint32_t>(samples[n] * samples[n]) / 16 * window[n / 16];
    }
}

void sum(Squares squares, Levels levels, Peak peak) {
    unsigned n = 0;
    for (uint32_t &level : levels) {
        level = 0;
        for (unsigned end = n + 16; n < end; n++) {
            level += squares[n];
        }
        if (level > peak[0]) {
            peak[0] = level;
        }
    }
}

} // namespace

extern "C" {
extern unsigned char _arena_tcm_start[], _arena_tcm_size[];

void reset() {
    clear_bss();
    Peak peak(tcm);
    peak[0] = 0; // .arena_tcm is not cleared at start
    for (int round = 0; round < 3; round++) {
        Levels levels(tcm);
        record(Samples(ram), round);
        square(Samples(ram), Squares(tcm));
        sum(Squares(tcm), levels, peak);
        for (unsigned band = 0; band < 4; band++) {
            print_number(levels[band]);
            print(band < 3 ? ", " : "\n");
        }
    }
    // `volatile`: a compiler takes two objects for different ones.
    unsigned char *volatile bank = tcm;
    print("peak ");
    print_number(peak[0]);
    print(", bank tcm of ");
    print_number(reinterpret_cast<uint32_t>(_arena_tcm_size));
    print(bank == _arena_tcm_start ? " bytes where the script says\n" : " bytes elsewhere\n");
    leave();
}

[[gnu::section(".vectors"), gnu::used]] const struct vectors vectors = {_stack_top, reset};
}
