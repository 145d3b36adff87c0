/* The house's picture as text, and back. */
#include "floor/house_logo.h"

#include <sodium.h>
#include <string.h>

#define BASE64      sodium_base64_VARIANT_ORIGINAL
#define CHUNK_FRAME 12 /* length, kind and checksum of a chunk */
#define HEADER_LEN  13 /* of IHDR: width, height, and five bytes of how pixels are kept */

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

static uint32_t read_number(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool is_side(uint32_t pixels)
{
    return pixels >= 1 && pixels <= HOUSE_LOGO_SIDE;
}

/* Whether chunks follow each other from here up to IEND, which ends the file. */
static bool has_chunks(const uint8_t *png, size_t len, size_t at)
{
    while (len - at >= CHUNK_FRAME) {
        const uint32_t size = read_number(png + at);
        const bool is_end = memcmp(png + at + 4, "IEND", 4) == 0;
        if (size > len - at - CHUNK_FRAME)
            return false;
        at += CHUNK_FRAME + size;
        if (is_end)
            return at == len;
    }
    return false;
}

static bool is_png(const uint8_t *png, size_t len)
{
    const size_t header = sizeof signature;
    if (len < header + CHUNK_FRAME + HEADER_LEN || memcmp(png, signature, header) != 0)
        return false;
    return read_number(png + header) == HEADER_LEN && memcmp(png + header + 4, "IHDR", 4) == 0 &&
           is_side(read_number(png + header + 8)) && is_side(read_number(png + header + 12)) &&
           has_chunks(png, len, header);
}

bool house_logo_bytes(const char *text, uint8_t out[HOUSE_LOGO_BYTES], size_t *len)
{
    const size_t prefix = strlen(HOUSE_LOGO_PREFIX);
    if (strncmp(text, HOUSE_LOGO_PREFIX, prefix) != 0)
        return false;
    text += prefix;
    return sodium_base642bin(out, HOUSE_LOGO_BYTES, text, strlen(text), NULL, len, NULL, BASE64) ==
               0 &&
           is_png(out, *len);
}

bool house_logo_text(const void *png, size_t len, char out[FLOOR_TEXT_MAX + 1])
{
    const size_t prefix = strlen(HOUSE_LOGO_PREFIX);
    if (len > HOUSE_LOGO_BYTES || !is_png(png, len))
        return false;
    memcpy(out, HOUSE_LOGO_PREFIX, prefix);
    sodium_bin2base64(out + prefix, FLOOR_TEXT_MAX + 1 - prefix, png, len, BASE64);
    return true;
}
