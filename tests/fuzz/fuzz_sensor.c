/* Fuzz target: any bytes from the coin sensors. An accepted line must be written back the same. */
#include "table/sensor_line.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sensor_reader reader = {0};
    for (size_t i = 0; i < size; i++) {
        size_t len = 0;
        struct sensor_line line = {0};
        if (!sensor_reader_feed(&reader, (char)data[i], &len) ||
            sensor_line_decode(reader.line, len, &line, NULL) != 0)
            continue;
        char again[SENSOR_LINE_MAX];
        size_t written = sensor_line_encode(&line, again);
        if (len > 0 && reader.line[len - 1] == '\r')
            len--;
        if (written != len + 1 || memcmp(again, reader.line, len) != 0)
            abort();
    }
    return 0;
}
