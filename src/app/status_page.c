/* Writes the summary of a floor as a page for people; see status_gather.h. */
#include "app/status_gather.h"

#include "app/copying.h"
#include "app/play/glyphs.h"
#include "app/play/page.h"
#include "app/styled_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MONEY_CELLS 17 /* 1,000,000,000.00 and a blank */

/* ---- The head ---- */

static const char *plural(unsigned count)
{
    return count == 1 ? "" : "s";
}

static void write_title(const struct summary *g, unsigned width, const struct zone *zone,
                        struct text *out)
{
    char left[256], right[96], time[WHEN_TEXT_MAX], number[COPYING_COUNT_MAX];
    snprintf(left, sizeof left, " CROUPIER  %s%s%s%s%.120s", g->manager, g->version[0] ? " " : "",
             g->version, g->manager[0] ? "  " : "", g->address);
    if (g->seq > 0)
        snprintf(right, sizeof right, "event %s  %s ", copying_count(g->seq, number),
                 zone_format(zone, (int64_t)g->time_ms, time));
    else
        snprintf(right, sizeof right, "no events yet ");
    unsigned room = (unsigned)glyph_count(right);
    text_add(out, STYLED_BAR);
    styled_add_column(out, left, width > room ? width - room : 10);
    styled_add_clean(out, right, 0);
    text_add_char(out, '\n');
}

static void write_summary(const struct summary *g, struct text *out)
{
    unsigned joined = 0, silent = 0, open = 0;
    for (unsigned i = 0; i < g->table_count; i++) {
        joined += g->tables[i].joined;
        silent += g->tables[i].joined && g->tables[i].alive == SUMMARY_SILENT;
    }
    for (unsigned i = 0; i < g->link_count; i++)
        open += g->links[i].open;
    text_add(out, g->shift[0] ? " " STYLED_PLAIN "shift " : " " STYLED_DIM "no shift");
    styled_add_clean(out, g->shift, 24);
    text_add_format(out, STYLED_DIM " · " STYLED_PLAIN "%u of %u table%s joined", joined,
                    g->table_count, plural(g->table_count));
    if (silent > 0)
        text_add_format(out, ", " STYLED_WARN "%u silent", silent);
    text_add_format(out, STYLED_DIM " · " STYLED_PLAIN "%u of %u link%s open", open, g->link_count,
                    plural(g->link_count));
    if (g->claim_count > 0)
        text_add_format(out, STYLED_DIM " · " STYLED_MONEY "%u jackpot%s", g->claim_count,
                        plural(g->claim_count));
    if (g->alarm_count > 0)
        text_add_format(out, STYLED_DIM " · " STYLED_WARN "%u alarm%s", g->alarm_count,
                        plural(g->alarm_count));
    if (g->dispute_count > 0)
        text_add_format(out, STYLED_DIM " · " STYLED_PLAIN "%u dispute%s", g->dispute_count,
                        plural(g->dispute_count));
    text_add_char(out, '\n');
}

/* V8: writes that the floor is halted. */
static void write_halt(const struct summary *g, unsigned width, struct text *out)
{
    if (!g->halted)
        return;
    text_add(out, "\n " STYLED_BAD " FLOOR CLOSED " STYLED_PLAIN " ");
    styled_add_folded(out,
                      "The store is not what a table, a witness or its own log says it must be. No "
                      "money moves until two people have acknowledged the alarm.",
                      16, width);
    text_add_char(out, '\n');
}

/* ---- What waits ---- */

static void write_alarms(const struct summary *g, unsigned width, struct text *out)
{
    char place[160];
    if (g->alarm_count == 0)
        return;
    text_add(out, "\n " STYLED_WARN "ALARMS\n");
    for (unsigned i = 0; i < g->alarm_count; i++) {
        const struct summary_alarm *a = &g->alarms[i];
        snprintf(place, sizeof place, "%s%s%s%s%s", a->item, a->table[0] ? ", " : "", a->table,
                 a->text[0] ? ": " : "", a->halts ? "(halts the floor) " : "");
        text_add_format(out, " %s!" STYLED_DIM "%8" PRIu64 "  " STYLED_PLAIN,
                        a->halts ? STYLED_BAD : STYLED_WARN, a->seq);
        char line[sizeof place + SUMMARY_TEXT];
        snprintf(line, sizeof line, "%s%s", place, a->text);
        styled_add_folded(out, line, 12, width);
        text_add_char(out, '\n');
    }
}

static const char *missing_of(const struct summary_claim *c)
{
    return c->missing[0] ? c->missing : "can be paid now";
}

static void write_claims(const struct summary *g, unsigned width, struct text *out)
{
    char money[PAGE_MONEY_MAX];
    if (g->claim_count == 0)
        return;
    text_add(out, "\n " STYLED_MONEY "JACKPOTS\n");
    for (unsigned i = 0; i < g->claim_count; i++) {
        const struct summary_claim *c = &g->claims[i];
        text_add_format(out, " " STYLED_MONEY "★" STYLED_DIM "%8" PRIu64 "  " STYLED_PLAIN, c->seq);
        styled_add_column(out, c->table,
                          glyph_count(c->table) < 11 ? 12 : (unsigned)glyph_count(c->table) + 2);
        text_add_format(out, "seat %u  ", c->seat);
        styled_add_column(out, c->award, 16);
        text_add(out, STYLED_MONEY);
        styled_add_column_right(out, page_money(c->amount, money), MONEY_CELLS);
        text_add(out, STYLED_DIM "  ");
        styled_add_clean(out, c->key, 0);
        text_add(out, c->key[0] ? " key\n            " : "\n            ");
        text_add(out, c->missing[0] ? STYLED_WARN : STYLED_GOOD);
        styled_add_folded(out, missing_of(c), 12, width);
        text_add_char(out, '\n');
    }
}

/* ---- Links and tables ---- */

/* Adds an amount. It is never cut; a long one moves what follows. */
static void add_amount(struct text *out, struct cr_money amount)
{
    char money[PAGE_MONEY_MAX];
    unsigned cells = styled_add_clean(out, page_money(amount, money), 0);
    do
        text_add_char(out, ' ');
    while (++cells < 11);
}

/* The width of the column for the links' names, as wide as the longest one. */
static unsigned link_cells(const struct summary *g)
{
    size_t most = 11;
    for (unsigned i = 0; i < g->link_count; i++)
        most = glyph_count(g->links[i].id) > most ? glyph_count(g->links[i].id) : most;
    return (unsigned)most + 2;
}

static void write_links(const struct summary *g, struct text *out)
{
    const unsigned cells = link_cells(g);
    if (g->link_count == 0)
        return;
    text_add(out, "\n " STYLED_STRONG "LINKS\n");
    for (unsigned i = 0; i < g->link_count; i++) {
        const struct summary_link *l = &g->links[i];
        text_add(out, " " STYLED_PLAIN);
        styled_add_column(out, l->id, cells);
        text_add(out, STYLED_DIM);
        styled_add_column(out, l->progressive, 9);
        text_add(out, glyph_count(l->progressive) < 9 ? "" : " ");
        text_add(out, l->open ? STYLED_GOOD "open   " : STYLED_WARN "closed ");
        for (unsigned m = 0; m < l->meter_count; m++) {
            text_add(out, STYLED_DIM " ");
            styled_add_clean(out, l->meters[m].name, 0);
            text_add(out, " " STYLED_MONEY);
            add_amount(out, l->meters[m].amount);
        }
        text_add_char(out, '\n');
    }
}

static void write_state(const struct summary_table *t, struct text *out)
{
    if (!t->joined)
        text_add(out, STYLED_WARN "offline   ");
    else if (t->alive == SUMMARY_SILENT)
        text_add(out, STYLED_WARN "silent    ");
    else if (strcmp(t->mode, "in play") == 0)
        text_add(out, STYLED_GOOD "in play   ");
    else
        text_add(out, STYLED_PLAIN "betting   ");
}

/* Writes the seats in seven cells: a number for a registered wager, a star for a claim, a cross for
 * a closed seat. */
static void write_seats(const struct summary_table *t, struct text *out)
{
    for (unsigned s = 1; s <= 7; s++) {
        const unsigned bit = 1u << (s - 1);
        if (t->claimed_seats & bit)
            text_add(out, STYLED_MONEY "★");
        else if (t->closed_seats & bit)
            text_add(out, STYLED_WARN "×");
        else if (t->seats & bit)
            text_add_format(out, STYLED_MONEY "%u", s);
        else
            text_add(out, STYLED_DIM "·");
    }
    text_add(out, STYLED_PLAIN);
}

/* Widths of columns: the names get the room they need, and the game's title the rest of the
 * line. */
struct columns {
    unsigned id, link, game;
};

static struct columns columns_of(const struct summary *g, unsigned width)
{
    /* state 10, seats 7, round 9, coins 9, and the gaps */
    const unsigned others = 39;
    struct columns c = {8, 6, 0};
    for (unsigned i = 0; i < g->table_count; i++) {
        const unsigned id = (unsigned)glyph_count(g->tables[i].id) + 2;
        const unsigned link = (unsigned)glyph_count(g->tables[i].link) + 2;
        c.id = id > c.id ? id : c.id;
        c.link = link > c.link ? link : c.link;
    }
    const unsigned taken = c.id + c.link + others;
    c.game = width < taken + 12 ? 12 : width - taken;
    if (c.game > 36)
        c.game = 36;
    return c;
}

static void write_tables(const struct summary *g, unsigned width, struct text *out)
{
    char number[COPYING_COUNT_MAX];
    const struct columns c = columns_of(g, width);
    if (g->table_count == 0)
        return;
    text_add(out, "\n " STYLED_STRONG);
    styled_add_column(out, "TABLES", c.id);
    text_add(out, STYLED_DIM);
    styled_add_column(out, "link", c.link);
    styled_add_column(out, "game", c.game);
    text_add(out, "  state     seats      round    coins\n");
    for (unsigned i = 0; i < g->table_count; i++) {
        const struct summary_table *t = &g->tables[i];
        text_add(out, " " STYLED_PLAIN);
        styled_add_column(out, t->id, c.id);
        text_add(out, STYLED_DIM);
        styled_add_column(out, t->link, c.link);
        styled_add_column(out, t->game, c.game);
        text_add(out, "  ");
        write_state(t, out);
        write_seats(t, out);
        styled_add_column_right(out, copying_count(t->round, number), 9);
        styled_add_column_right(out, copying_count(t->coins, number), 9);
        text_add_char(out, '\n');
    }
    if (g->tables_left_out > 0)
        text_add_format(out, " " STYLED_DIM "and %u more\n", g->tables_left_out);
}

void summary_page_write(const struct summary *g, unsigned width, const struct zone *zone,
                        struct text *out)
{
    write_title(g, width, zone, out);
    write_summary(g, out);
    write_halt(g, width, out);
    write_alarms(g, width, out);
    write_claims(g, width, out);
    write_links(g, out);
    write_tables(g, width, out);
    if (g->link_count == 0 && g->table_count == 0)
        text_add(out, "\n " STYLED_DIM "no links and no tables yet\n");
}
