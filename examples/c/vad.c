/* The plan `vad` of examples/firmware/cascade in C: offsets from `arena-plan header`, places from `arena-plan linker`. It prints
   what the program in Rust prints of this plan. */
#include "layout.h"
#include "recording.h"
#include "semihosting.h"
#include <stddef.h>

#define BANK(name, bytes, align) __attribute__((section(".arena." name), aligned(align))) bytes

enum { FRAME = 256, FRAMES = 16000 / FRAME, TAPS = 32, HISTORY = TAPS - 1 };

/* Memory for the buffers: one array for each bank. */
static BANK("dtcm", unsigned char dtcm[ARENA_BANK_DTCM_SIZE], ARENA_BANK_DTCM_ALIGN);
static BANK("sram", unsigned char sram[ARENA_BANK_SRAM_SIZE], ARENA_BANK_SRAM_ALIGN);
static BANK("ddr", unsigned char ddr[ARENA_BANK_DDR_SIZE], ARENA_BANK_DDR_ALIGN);

/* The constants, in the serial flash. */
struct constants {
    uint32_t limits[2]; /* level of a loud frame, and frames after it */
    int16_t taps[TAPS];
};
static BANK("qspi", const struct constants qspi, ARENA_BANK_QSPI_ALIGN) = {
    {1000, 8},
    {120,  240,  360,  480,  600,  720,  840,  960,  1080, 1200, 1320, 1440, 1560, 1680, 1800, 1920,
     1920, 1800, 1680, 1560, 1440, 1320, 1200, 1080, 960,  840,  720,  600,  480,  360,  240,  120},
};
_Static_assert(offsetof(struct constants, limits) == ARENA_LIMITS_OFFSET, "the constants are where the plan has them");
_Static_assert(offsetof(struct constants, taps) == ARENA_TAPS_OFFSET, "the constants are where the plan has them");
_Static_assert(sizeof(struct constants) == ARENA_BANK_QSPI_SIZE, "the constants are what the plan has");

/* The buffers. `voice` takes bytes of `filtered`, which is dead by then. */
static int16_t *const taps = (int16_t *)(sram + ARENA_STAGED_SRAM_OFFSET);
static int16_t (*const frames)[FRAME] = (int16_t (*)[FRAME])(sram + ARENA_FRAMES_OFFSET);
static int16_t *const history = (int16_t *)(sram + ARENA_HISTORY_OFFSET);
static uint32_t *const hangover = (uint32_t *)(sram + ARENA_HANGOVER_OFFSET);
static uint16_t *const log_levels = (uint16_t *)(ddr + ARENA_LOG_LEVELS_OFFSET);
static uint32_t *const log_length = (uint32_t *)(ddr + ARENA_LOG_LENGTH_OFFSET);
static int16_t *const filtered = (int16_t *)(dtcm + ARENA_FILTERED_OFFSET);
static uint32_t *const level = (uint32_t *)(dtcm + ARENA_LEVEL_OFFSET);
static uint32_t *const voice = (uint32_t *)(dtcm + ARENA_VOICE_OFFSET);

/* The hash FNV-1a. */
static uint32_t digest(const void *data, uint32_t bytes) {
    const unsigned char *byte = data;
    uint32_t value = 0x811c9dc5;
    for (uint32_t n = 0; n < bytes; n++) {
        value = (value ^ byte[n]) * 0x01000193;
    }
    return value;
}

/* No start-up code fills these sections. */
static void clear(unsigned char *bank, uint32_t bytes) {
    for (uint32_t n = 0; n < bytes; n++) {
        bank[n] = 0;
    }
}

static void hydrate(void) {
    print("vad: constants ");
    print_hex(digest(qspi.taps, sizeof qspi.taps));
    print(", before ");
    print_hex(digest(taps, sizeof qspi.taps));
    for (int n = 0; n < TAPS; n++) {
        taps[n] = qspi.taps[n];
    }
    print(", after ");
    print_hex(digest(taps, sizeof qspi.taps));
    print("\n");
}

static void filter(const int16_t *frame) {
    for (int last = 0; last < FRAME; last++) {
        int32_t sum = 0;
        for (int n = 0; n < TAPS; n++) {
            sum += taps[n] * (n <= last ? frame[last - n] : history[HISTORY + last - n]);
        }
        filtered[last] = (int16_t)(sum >> 15);
    }
    for (int n = 0; n < HISTORY; n++) {
        history[n] = frame[FRAME - HISTORY + n];
    }
}

static void measure(void) {
    uint32_t peak = 0;
    for (int n = 0; n < FRAME; n++) {
        uint32_t size = (uint32_t)(filtered[n] < 0 ? -filtered[n] : filtered[n]);
        peak = size > peak ? size : peak;
    }
    *level = peak;
}

static void decide(void) {
    if (*level >= qspi.limits[0]) {
        *hangover = qspi.limits[1];
    } else if (*hangover > 0) {
        *hangover -= 1;
    }
    *voice = *hangover > 0;
    log_levels[*log_length] = (uint16_t)*level;
    *log_length += 1;
}

int main(void) {
    clear(dtcm, sizeof dtcm);
    clear(sram, sizeof sram);
    clear(ddr, sizeof ddr);
    hydrate();
    int began = -1;
    for (int number = 0; number < FRAMES; number++) {
        /* In place of a DMA controller. */
        int16_t *frame = frames[number % 2];
        for (int n = 0; n < FRAME; n++) {
            frame[n] = recording[FRAME * number + n];
        }
        filter(frame);
        measure();
        decide();
        if (*voice && began < 0) {
            began = number;
        } else if (!*voice && began >= 0) {
            print("vad: voice in frames ");
            print_number((uint32_t)began);
            print(" to ");
            print_number((uint32_t)number - 1);
            print("\n");
            began = -1;
        }
    }
    uint16_t loudest = 0;
    for (int n = 0; n < FRAMES; n++) {
        loudest = log_levels[n] > loudest ? log_levels[n] : loudest;
    }
    print("vad: ");
    print_number(*log_length);
    print(" levels ");
    print_hex(digest(log_levels, ARENA_LOG_LEVELS_SIZE));
    print(", loudest ");
    print_number(loudest);
    print("\n");
    return 0;
}

void reset(void) {
    clear_bss();
    main();
    leave();
}

__attribute__((section(".vectors"), used)) static const struct vectors vectors = {_stack_top, reset};
