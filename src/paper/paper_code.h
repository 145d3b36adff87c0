/* A text as a QR code: squares in rows. */
#ifndef PAPER_PAPER_CODE_H
#define PAPER_PAPER_CODE_H

#include <stdbool.h>

struct paper_code {
    unsigned size;         /* squares in a row, and rows */
    unsigned char *square; /* bit 0: dark */
};

/* False without memory, or when the text is longer than a code can be. */
bool paper_code_make(const char *text, struct paper_code *out);
void paper_code_free(struct paper_code *code);
bool paper_code_is_dark(const struct paper_code *code, unsigned row, unsigned column);

#endif
