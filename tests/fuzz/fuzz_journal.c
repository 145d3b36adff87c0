/* Fuzz target: any bytes as a table's journal. The first byte chooses whether they are read as they
 * are or get the head and hash of a complete page; the contents of a complete page are not trusted
 * either, and the round is replayed from its events. */
#define _DEFAULT_SOURCE /* mkdtemp */

#include "base/check.h"
#include "service/controller/journal.h"

#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char magic[] = "croupier table journal 1\n";
static struct journal journal;
static struct cr_rules rules;
static char folder[64];

static void leave(void)
{
    unlink(journal.path);
    rmdir(folder);
}

static void enter(void)
{
    strcpy(folder, "/dev/shm/fuzz-table-XXXXXX");
    if (mkdtemp(folder) == NULL)
        CHECK(mkdtemp(strcpy(folder, "/tmp/fuzz-table-XXXXXX")) != NULL);
    snprintf(journal.path, sizeof(journal.path), "%s/table", folder);
    CHECK(cr_rules_load("uth-cn", &rules, NULL) == 0);
    atexit(leave);
}

/* Makes a complete page whose events are the given bytes. */
static size_t make_page(const uint8_t *data, size_t size, uint8_t *out)
{
    static struct journal_page page;
    memset(&page, 0, sizeof(page));
    page.event_count = (uint32_t)(size / sizeof(struct round_event));
    if (page.event_count > JOURNAL_EVENTS_MAX)
        page.event_count = JOURNAL_EVENTS_MAX;
    memcpy(page.events, data, page.event_count * sizeof(struct round_event));
    const uint32_t sizes[2] = {sizeof(page), page.event_count};
    const size_t used =
        offsetof(struct journal_page, events) + page.event_count * sizeof(struct round_event);
    size_t len = 0;
    memcpy(out, magic, sizeof(magic) - 1);
    len += sizeof(magic) - 1;
    memcpy(out + len, sizes, sizeof(sizes));
    len += sizeof(sizes);
    memcpy(out + len, &page, used);
    len += used;
    crypto_generichash(out + len, 32, out, len, NULL, 0);
    return len + 32;
}

static void replay(const struct journal_page *page)
{
    static struct round r;
    struct round_effects effects;
    round_init(&r, &rules, NULL, NULL, 1);
    for (uint32_t i = 0; i < page->event_count; i++)
        if (round_step(&r, &page->events[i], &effects, NULL) != 0)
            return;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t out[sizeof(struct journal_page) + 256];
    static struct journal_page page;
    bool damaged = false;
    if (journal.path[0] == '\0')
        enter();
    if (size == 0)
        return 0;
    const bool whole = data[0] == 'w';
    const size_t len = whole ? make_page(data + 1, size - 1, out) : size - 1;
    FILE *file = fopen(journal.path, "wb");
    CHECK(file != NULL && fwrite(whole ? out : data + 1, 1, len, file) == len);
    CHECK(fclose(file) == 0);
    const int rc = journal_read(&journal, &page, &damaged, NULL);
    CHECK(rc == (damaged ? 0 : 1) && (!whole || rc == 1));
    if (rc == 1) {
        CHECK(page.event_count <= JOURNAL_EVENTS_MAX);
        replay(&page);
    }
    return 0;
}
