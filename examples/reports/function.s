@ A function with debug information: where does it come from?
        .syntax unified
        .cpu cortex-m3
        .thumb
        .section .text
        .global _start
        .type _start, %function
_start: nop
        b _start
        .size _start, . - _start
