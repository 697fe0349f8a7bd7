/* A second of speech in flash: `examples/firmware/audio/yes.raw`. */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdint.h>

__asm__(".pushsection .rodata.recording, \"a\"\n"
        ".balign 2\n"
        ".global recording\n"
        "recording:\n"
        ".incbin \"yes.raw\"\n"
        ".popsection\n");

#ifdef __cplusplus
extern "C"
#else
extern
#endif
    const int16_t recording[16000];

#endif /* RECORDING_H */
