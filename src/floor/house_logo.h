/* The house's picture: a PNG, kept in the log as the text of a data URL, so that screens can show
 * it as it is and papers can draw it. */
#pragma once

#include "floor/event.h"

#define HOUSE_LOGO_PREFIX "data:image/png;base64,"
/* Base64 makes four letters of three bytes. */
#define HOUSE_LOGO_BYTES ((FLOOR_TEXT_MAX - sizeof(HOUSE_LOGO_PREFIX)) / 4 * 3)
#define HOUSE_LOGO_SIDE  1000 /* pixels, each way */

/* The bytes of the picture; false when the text is not one: another prefix, characters that are not
 * base64, or bytes that are not laid out as a PNG of a size within the bound. Whether its pixels
 * can be unpacked shows only when it is drawn. */
bool house_logo_bytes(const char *text, uint8_t out[HOUSE_LOGO_BYTES], size_t *len);

/* The text for the bytes of a file; false when they are not such a PNG or are too many. */
bool house_logo_text(const void *png, size_t len, char out[FLOOR_TEXT_MAX + 1]);
