@ An image with everything that takes memory: code, constants, values of variables, .bss, two banks, a heap, a stack.
        .syntax unified
        .cpu cortex-m3
        .thumb
        .section .text.main, "ax", %progbits
        .global main
        .type main, %function
main:   nop
        b main
        .size main, . - main

        .section .rodata.table, "a", %progbits
        .global table
        .type table, %object
table:  .space 300, 7
        .size table, . - table

        .section .data.counter, "aw", %progbits
        .global counter
        .type counter, %object
counter: .word 1, 2, 3
        .size counter, . - counter

        .section .bss.log, "aw", %nobits
        .global log
        .type log, %object
log:    .space 97
        .size log, . - log

@ A plan `app::kws` with a bank in a section of its own, and one in .bss.
        .section .arena.tcm, "aw", %nobits
        .balign 32
        .type _RNvNtNtC3app3kws6memory3tcm, %object
_RNvNtNtC3app3kws6memory3tcm: .space 96
        .size _RNvNtNtC3app3kws6memory3tcm, 96
        .set "app::kws::memory::pcm", _RNvNtNtC3app3kws6memory3tcm
        .type "app::kws::memory::pcm", %object
        .size "app::kws::memory::pcm", 64
        .set "app::kws::memory::mel", _RNvNtNtC3app3kws6memory3tcm + 64
        .type "app::kws::memory::mel", %object
        .size "app::kws::memory::mel", 32

        .section .bss.ram, "aw", %nobits
        .balign 8
        .type _RNvNtNtC3app3kws6memory3ram, %object
_RNvNtNtC3app3kws6memory3ram: .space 40
        .size _RNvNtNtC3app3kws6memory3ram, 40
        .set "app::kws::memory::out.12", _RNvNtNtC3app3kws6memory3ram + 8
        .type "app::kws::memory::out.12", %object
        .size "app::kws::memory::out.12", 32

@ Its description, as the macro writes it: in a section that is not loaded.
        .section .arena_plan, "", %progbits
        .ascii "plan\t1\tapp::kws::memory\tsrc/kws.rs\t12\n"
        .ascii "step\tcapture\nstep\tmel\n"
        .ascii "bank\ttcm\t256\t0\t96\t96\nbank\tram\t1024\t128\t40\t40\n"
        .ascii "buffer\tpcm\t0\t0\t64\t32\t0\t1\t16\nbuffer\tmel\t0\t64\t32\t4\t1\t1\t17\n"
        .ascii "buffer\tout\t1\t8\t32\t8\t1\t1\t18\nend\n"
