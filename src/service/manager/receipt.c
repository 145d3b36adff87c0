/* V8: receipts, with which a manager signs what it acknowledges, using a key that only the floor's
 * managers have. A table that remembers more than the store can prove it with its receipt, which
 * halts the floor; without one, only that table is closed. */
#include "service/manager/manager_internal.h"

#include "base/hex.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define MAC_BYTES 16

void manager_set_receipts(struct manager *m, const uint8_t key[MANAGER_RECEIPT_KEY])
{
    memcpy(m->receipt_key, key, sizeof(m->receipt_key));
    m->has_receipts = true;
}

static void sign(const struct manager *m, const char *table, uint64_t epoch, uint64_t seq,
                 char out[MANAGER_RECEIPT_MAX])
{
    char text[128], hex[2 * MAC_BYTES + 1];
    uint8_t mac[MAC_BYTES];
    snprintf(text, sizeof(text), "croupier receipt %s %" PRIu64 ".%" PRIu64, table, epoch, seq);
    crypto_generichash(mac, sizeof(mac), (const uint8_t *)text, strlen(text), m->receipt_key,
                       sizeof(m->receipt_key));
    snprintf(out, MANAGER_RECEIPT_MAX, "%" PRIu64 ".%" PRIu64 ".%s", epoch, seq,
             hex_encode(mac, sizeof(mac), hex));
}

const char *manager_receipt(const struct manager *m, const char *table, uint64_t epoch,
                            uint64_t seq, char out[MANAGER_RECEIPT_MAX])
{
    if (!m->has_receipts || epoch == 0)
        return NULL;
    sign(m, table, epoch, seq, out);
    return out;
}

/* Reads a receipt; false when it is not signed with this floor's key. */
static bool read_receipt(const struct manager *m, const char *table, const char *text,
                         uint64_t *epoch, uint64_t *seq)
{
    char own[MANAGER_RECEIPT_MAX];
    if (sscanf(text, "%" SCNu64 ".%" SCNu64 ".", epoch, seq) != 2)
        return false;
    sign(m, table, *epoch, *seq, own);
    return strlen(own) == strlen(text) && sodium_memcmp(own, text, strlen(own)) == 0;
}

bool manager_is_proved_behind(const struct manager *m, const struct manager_request *r)
{
    struct floor_event shown = r->event;
    if (!m->has_receipts)
        return true;
    return read_receipt(m, r->event.table, r->receipt, &shown.acked_epoch, &shown.acked_seq) &&
           floor_is_behind(&m->floor, &shown);
}
