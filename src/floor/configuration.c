/* V10: one hash of all that is configured, so that two floors, or one floor at two times, can be
 * compared by 32 bytes. It is taken over lines of text, each beginning with what it is about. */
#include "base/hex.h"
#include "floor/floor.h"
#include "floor/house_items.h"
#include "floor/limits.h"

#include "base/text.h"

#include <sodium.h>
#include <string.h>

#define LINE_MAX_BYTES 2048

struct lines {
    crypto_generichash_state state;
    char bytes[LINE_MAX_BYTES];
    struct text text;
};

static void line_begin(struct lines *l, const char *word)
{
    text_init(&l->text, l->bytes, sizeof(l->bytes));
    text_add(&l->text, word);
}

/* Adds the value in quotes, so that a blank within a name is not taken for the end of it. */
static void line_add(struct lines *l, const char *value)
{
    text_add_char(&l->text, ' ');
    text_add_json(&l->text, value, strlen(value));
}

static void line_add_number(struct lines *l, int64_t value)
{
    text_add_format(&l->text, " %lld", (long long)value);
}

static void line_add_hash(struct lines *l, const uint8_t hash[CR_HASH_BYTES])
{
    char hex[2 * CR_HASH_BYTES + 1];
    hex_encode(hash, CR_HASH_BYTES, hex);
    text_add_format(&l->text, " %s", hex);
}

static void line_end(struct lines *l)
{
    text_add_char(&l->text, '\n');
    crypto_generichash_update(&l->state, (const unsigned char *)l->bytes, l->text.len);
}

static void add_link(struct lines *l, const struct floor *f, const struct floor_link *link)
{
    line_begin(l, "link");
    line_add(l, link->id);
    line_add_hash(l, f->documents[link->document].hash);
    line_add_number(l, link->policy);
    line_add_number(l, link->claim_lock);
    line_add_number(l, link->high_approvals);
    line_add_number(l, link->low_approvals);
    line_add_number(l, link->two_departments);
    line_add_number(l, (int64_t)link->coins_per_minute);
    line_end(l);
}

static void add_table(struct lines *l, const struct floor *f, const struct floor_table *table)
{
    static const uint8_t none[CR_HASH_BYTES];
    line_begin(l, "table");
    line_add(l, table->id);
    line_add(l, table->item);
    line_add(l, table->link == FLOOR_NONE ? "" : f->links[table->link].id);
    line_add_hash(l, table->document == FLOOR_NONE ? none : f->documents[table->document].hash);
    line_add_number(l, table->is_live);
    line_end(l);
    for (unsigned i = 0; i < FLOOR_MACHINES; i++) {
        if (memcmp(table->machines[i], none, CR_HASH_BYTES) == 0)
            continue;
        line_begin(l, "machine");
        line_add(l, table->id);
        line_add_hash(l, table->machines[i]);
        line_add_number(l, table->machine_until_ms[i]);
        line_end(l);
    }
}

static void add_person(struct lines *l, const struct floor_person *p)
{
    line_begin(l, "person");
    line_add(l, p->name);
    line_add(l, p->role);
    line_add(l, p->department);
    line_add_number(l, p->is_barred);
    line_end(l);
}

static void add_threshold(struct lines *l, const struct floor_threshold *t)
{
    line_begin(l, "threshold");
    line_add_number(l, t->kind);
    line_add_number(l, t->amount.micro);
    line_add_number(l, t->effective_ms);
    line_end(l);
}

static void add_house(struct lines *l, const struct floor_house *house)
{
    uint8_t logo[CR_HASH_BYTES];
    crypto_generichash(logo, sizeof(logo), (const unsigned char *)house->logo, strlen(house->logo),
                       NULL, 0);
    for (unsigned i = 0; i < HOUSE_LOGO; i++) {
        line_begin(l, "house");
        line_add(l, house_item_word(i));
        line_add(l, house->texts[i]);
        line_end(l);
    }
    line_begin(l, "logo");
    line_add_hash(l, logo);
    line_end(l);
}

static void add_limit(struct lines *l, const struct floor *f, unsigned limit)
{
    line_begin(l, "limit");
    line_add(l, floor_limit_name(limit));
    line_add_number(l, floor_limit_of(&f->raised->most, limit));
    line_end(l);
}

void floor_configuration(const struct floor *f, uint8_t out[CR_HASH_BYTES])
{
    struct lines l;
    crypto_generichash_init(&l.state, NULL, 0, CR_HASH_BYTES);
    for (uint32_t i = 0; i < f->document_count; i++) {
        line_begin(&l, "document");
        line_add_hash(&l, f->documents[i].hash);
        line_end(&l);
    }
    for (uint32_t i = 0; i < f->link_count; i++)
        add_link(&l, f, &f->links[i]);
    for (uint32_t i = 0; i < f->table_count; i++)
        add_table(&l, f, &f->tables[i]);
    for (unsigned i = 0; i < f->general.threshold_count; i++)
        add_threshold(&l, &f->general.thresholds[i]);
    for (uint32_t i = 0; i < f->person_count; i++)
        add_person(&l, &f->people[i]);
    if (f->house->set != 0)
        add_house(&l, f->house);
    for (unsigned i = 0; i < FLOOR_LIMIT_COUNT; i++)
        if (floor_limit_of(&f->raised->most, i) != 0)
            add_limit(&l, f, i);
    crypto_generichash_final(&l.state, out, CR_HASH_BYTES);
}
