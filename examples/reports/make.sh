#!/bin/sh
# Links image.elf and records the output of GNU binutils for it.
set -eu
cd "$(dirname "$0")"
object=$(mktemp)
trap 'rm -f "$object"' EXIT
# With source lines, of which only a small image is kept.
arm-none-eabi-as -g --debug-prefix-map "$PWD=/src" -o "$object" function.s
arm-none-eabi-ld -Ttext 0x100 -o function.elf "$object"
arm-none-eabi-as -o "$object" image.s
arm-none-eabi-ld -T memory.x --strip-debug --print-memory-usage -o image.elf "$object" > image.usage.txt
arm-none-eabi-size image.elf > image.size.txt
arm-none-eabi-nm -S image.elf > image.nm.txt
