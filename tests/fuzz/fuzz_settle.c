/* Fuzz target: any bytes as the input of `croupier settle`. */
#include "game/document/round_json.h"
#include "support/settle_text.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char answer[SETTLEMENT_JSON_MAX];
    struct cr_err err = {0};
    settle_text((const char *)data, size, answer, &err);
    return 0;
}
