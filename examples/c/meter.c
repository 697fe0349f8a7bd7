/* The plan of examples/json/meter.json in C: offsets from `arena-plan header`, places from `arena-plan linker`. */
#include "layout.h"
#include "semihosting.h"

#define BANK(name, bytes, align) __attribute__((section(".arena." name), aligned(align))) bytes

/* Memory for the buffers: one array for each bank. */
static BANK("tcm", unsigned char tcm[ARENA_BANK_TCM_SIZE], ARENA_BANK_TCM_ALIGN);
static _Alignas(ARENA_BANK_RAM_ALIGN) unsigned char ram[ARENA_BANK_RAM_SIZE];

/* The constant, in the image. */
static BANK("flash", const uint16_t window[16], ARENA_BANK_FLASH_ALIGN) = {1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5, 4, 3, 2, 1};
_Static_assert(sizeof window == ARENA_WINDOW_SIZE, "the plan has its size");

/* The buffers. `squares` and `levels` are only used in the steps in which the plan keeps them alive. */
static int16_t *const samples = (int16_t *)(ram + ARENA_SAMPLES_OFFSET);
static uint32_t *const squares = (uint32_t *)(tcm + ARENA_SQUARES_OFFSET);
static uint32_t *const levels = (uint32_t *)(tcm + ARENA_LEVELS_OFFSET);
static uint32_t *const peak = (uint32_t *)(tcm + ARENA_PEAK_OFFSET);

extern unsigned char _arena_tcm_start[], _arena_tcm_size[];

static void record(int round) {
    for (int n = 0; n < 256; n++) {
        samples[n] = (int16_t)(n * (round + 1));
    }
}

static void square(void) {
    for (int n = 0; n < 256; n++) {
        squares[n] = (uint32_t)(samples[n] * samples[n]) / 16 * window[n / 16];
    }
}

static void sum(void) {
    for (int band = 0; band < 16; band++) {
        levels[band] = 0;
        for (int n = 0; n < 16; n++) {
            levels[band] += squares[16 * band + n];
        }
        if (levels[band] > *peak) {
            *peak = levels[band];
        }
    }
}

int main(void) {
    *peak = 0; /* .arena_tcm is not cleared at start */
    for (int round = 0; round < 3; round++) {
        record(round);
        square();
        sum();
        for (int band = 0; band < 4; band++) {
            print_number(levels[band]);
            print(band < 3 ? ", " : "\n");
        }
    }
    /* `volatile`: a compiler takes two objects for different ones. */
    unsigned char *volatile bank = tcm;
    print("peak ");
    print_number(*peak);
    print(", bank tcm of ");
    print_number((uint32_t)_arena_tcm_size);
    print(bank == _arena_tcm_start ? " bytes where the script says\n" : " bytes elsewhere\n");
    return 0;
}

void reset(void) {
    clear_bss();
    main();
    leave();
}

__attribute__((section(".vectors"), used)) static const struct vectors vectors = {_stack_top, reset};
