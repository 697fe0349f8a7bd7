/* Start-up and output for an emulated Cortex-M, as little as the programs of this folder need. */
#ifndef SEMIHOSTING_H
#define SEMIHOSTING_H

#include <stdint.h>

/* From the linker script. */
extern uint32_t _stack_top[], _bss_start[], _bss_end[];

/* What the core reads at address 0. */
struct vectors {
    const uint32_t *stack;
    void (*reset)(void);
};

static inline uint32_t semihost(uint32_t operation, const void *argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static inline void print(const char *text) {
    static uint32_t console; /* one more than its handle */
    if (console == 0) {
        static const char name[] = ":tt";
        const uint32_t open[3] = {(uint32_t)name, 4, sizeof name - 1}; /* SYS_OPEN for writing */
        console = semihost(1, open) + 1;
    }
    uint32_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    const uint32_t write[3] = {console - 1, (uint32_t)text, length}; /* SYS_WRITE */
    semihost(5, write);
}

static inline void print_number(uint32_t number) {
    char text[11];
    char *end = text + sizeof text - 1;
    *end = 0;
    do {
        *--end = (char)('0' + number % 10);
    } while ((number /= 10) != 0);
    print(end);
}

static inline void print_hex(uint32_t number) {
    char text[9];
    for (int digit = 7; digit >= 0; digit--) {
        text[digit] = "0123456789abcdef"[number & 15];
        number >>= 4;
    }
    text[8] = 0;
    print(text);
}

static inline void leave(void) {
    semihost(0x18, (const void *)0x20026); /* SYS_EXIT, ADP_Stopped_ApplicationExit */
    for (;;) {
    }
}

static inline void clear_bss(void) {
    for (uint32_t *word = _bss_start; word < _bss_end; word++) {
        *word = 0;
    }
}

#endif /* SEMIHOSTING_H */
