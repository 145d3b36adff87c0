/* Makes the printed form of a checkpoint. */
#include "reports/claim/checkpoint_paper.h"

#include "base/hex.h"

static void add_hash(struct paper *p, const char *key, const char *label,
                     const uint8_t hash[TREE_HASH])
{
    char hex[2 * TREE_HASH + 1];
    hex_encode(hash, TREE_HASH, hex);
    paper_fact(p, key, label, hex);
}

struct paper *checkpoint_paper(const struct checkpoint *c, const struct zone *zone)
{
    const struct paper_locale place = {.zone = *zone, .money = money_style_plain};
    char text[CHECKPOINT_TEXT_MAX];
    struct paper *p = paper_new(PAPER_SLIP, "checkpoint", "Checkpoint");
    paper_set_locale(p, &place);
    checkpoint_encode(c, text);
    paper_fact_count(p, "seq", "Events", c->seq);
    paper_emphasis(p);
    paper_fact_time(p, "time", "Signed", c->time_ms);
    paper_fact(p, "floor", "Floor", c->floor);
    add_hash(p, "tree", "Tree", c->tree.bytes);
    add_hash(p, "chain", "Chain", c->chain);
    add_hash(p, "program", "Program", c->program);
    add_hash(p, "configuration", "Configuration", c->configuration);
    add_hash(p, "key", "Key", c->key);
    paper_section(p, "code", NULL);
    paper_note(p, "The code is the signed checkpoint itself: as a file it is what croupier-verify "
                  "takes.");
    paper_code(p, text);
    paper_section(p, "signatures", NULL);
    paper_signature(p, "Kept by");
    return p;
}
