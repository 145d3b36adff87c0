/* QR codes, by libqrencode. */
#include "paper/paper_code.h"

#include <qrencode.h>
#include <stdlib.h>
#include <string.h>

bool paper_code_make(const char *text, struct paper_code *out)
{
    /* The least correction: what is printed is read at once, and may be printed again. */
    QRcode *made = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (made == NULL)
        return false;
    const size_t count = (size_t)made->width * (size_t)made->width;
    out->size = (unsigned)made->width;
    out->square = malloc(count);
    if (out->square != NULL)
        memcpy(out->square, made->data, count);
    QRcode_free(made);
    return out->square != NULL;
}

void paper_code_free(struct paper_code *code)
{
    free(code->square);
    code->square = NULL;
}

bool paper_code_is_dark(const struct paper_code *code, unsigned row, unsigned column)
{
    return (code->square[(size_t)row * code->size + column] & 1) != 0;
}
