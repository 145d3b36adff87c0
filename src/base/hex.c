/* Bytes as hexadecimal digits. */
#include "base/hex.h"

char *hex_encode(const void *bytes, size_t len, char *out)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *from = bytes;
    for (size_t i = 0; i < len; i++) {
        out[2 * i] = digits[from[i] >> 4];
        out[2 * i + 1] = digits[from[i] & 15];
    }
    out[2 * len] = '\0';
    return out;
}

int hex_digit_lower(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int hex_digit(char c)
{
    return hex_digit_lower(c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c);
}

static bool decode(const char *digits, size_t digit_count, int (*value_of)(char), uint8_t *out,
                   size_t len)
{
    if (digit_count != 2 * len)
        return false;
    for (size_t i = 0; i < len; i++) {
        const int high = value_of(digits[2 * i]), low = value_of(digits[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

bool hex_decode(const char *digits, size_t digit_count, uint8_t *out, size_t len)
{
    return decode(digits, digit_count, hex_digit, out, len);
}

bool hex_decode_lower(const char *digits, size_t digit_count, uint8_t *out, size_t len)
{
    return decode(digits, digit_count, hex_digit_lower, out, len);
}
