/* croupier risk, for a floor: simulates years of the links in a floor file; see risk_house.h. */
#include "app/risk_house.h"

#include "app/cli.h"
#include "reports/mathematics/house_document.h"
#include "service/manager/floor_config.h"
#include "sim/house_year.h"

#include <stdlib.h>
#include <string.h>

struct house_work {
    struct house_report report;
    struct cr_progressive progressives[HOUSE_LINKS_MAX];
    uint8_t hashes[HOUSE_TABLES_MAX][CR_HASH_BYTES]; /* of the tables' rules */
    unsigned links[HOUSE_TABLES_MAX];                /* of the tables; link_count: none */
};

/* Finds the request of the floor file that adds the document with that hash; NULL: none. */
static const struct floor_event *find_document(const struct floor_config *config,
                                               const uint8_t hash[CR_HASH_BYTES])
{
    const struct floor_event *e;
    unsigned line;
    for (size_t i = 0; (e = floor_config_request(config, i, &line)) != NULL; i++)
        if (e->kind == FLOOR_DOCUMENT_ADDED && memcmp(e->document, hash, CR_HASH_BYTES) == 0)
            return e;
    return NULL;
}

static unsigned find_link(const struct house_report *r, const char *id)
{
    unsigned i = 0;
    while (i < r->link_count && strcmp(r->links[i].id, id) != 0)
        i++;
    return i;
}

static int add_link(const struct floor_config *config, const struct floor_event *e,
                    struct house_work *w, struct cr_err *err)
{
    const struct floor_event *document = find_document(config, e->document);
    struct house_report *r = &w->report;
    if (!document || r->link_count == HOUSE_LINKS_MAX)
        return err_set(err, CR_E_RANGE, "link %s: more than %d links, or its file is missing",
                       e->link, HOUSE_LINKS_MAX);
    struct cr_progressive *p = &w->progressives[r->link_count];
    int rc = cr_progressive_parse(e->link, document->text, document->text_len, p, err);
    if (rc != CR_OK)
        return rc;
    struct house_link_report *link = &r->links[r->link_count];
    memcpy(link->id, e->link, sizeof link->id);
    link->progressive = p;
    r->link_count++;
    return CR_OK;
}

/* Makes the game of a table. Tables with the same rules are studied only once. */
static int find_game(const struct risk_options *o, const struct cr_rules *rules,
                     struct house_work *w, unsigned table, struct cr_err *err)
{
    unsigned i = 0;
    memcpy(w->hashes[table], rules->hash, CR_HASH_BYTES);
    while (memcmp(w->hashes[i], rules->hash, CR_HASH_BYTES) != 0)
        i++;
    if (i == table)
        return cr_house_game_make(rules, o->ante, o->seed, &w->report.games[table], err);
    w->report.games[table] = w->report.games[i];
    return CR_OK;
}

static int add_table(const struct risk_options *o, const struct floor_config *config,
                     const struct floor_event *e, struct house_work *w, struct cr_err *err)
{
    const struct floor_event *document = find_document(config, e->document);
    struct house_report *r = &w->report;
    struct cr_rules rules;
    if (!document) /* a live table has no rules that could be studied */
        return CR_OK;
    if (r->table_count == HOUSE_TABLES_MAX)
        return err_set(err, CR_E_RANGE, "more than %d tables", HOUSE_TABLES_MAX);
    int rc = cr_rules_parse(e->table, document->text, document->text_len, &rules, err);
    if (rc != CR_OK)
        return rc;
    const unsigned at = r->table_count;
    struct house_table_report *table = &r->tables[at];
    memcpy(table->id, e->table, sizeof table->id);
    memcpy(table->rules, rules.name, sizeof table->rules);
    rc = find_game(o, &rules, w, at, err);
    if (rc != CR_OK)
        return rc;
    w->links[at] = find_link(r, e->link);
    if (w->links[at] < r->link_count)
        r->links[w->links[at]].tables++;
    r->table_count++;
    return CR_OK;
}

static int read_floor(const struct risk_options *o, const struct floor_config *config,
                      struct house_work *w, struct cr_err *err)
{
    const struct floor_event *e;
    unsigned line;
    int rc = CR_OK;
    for (size_t i = 0; rc == CR_OK && (e = floor_config_request(config, i, &line)) != NULL; i++)
        if (e->kind == FLOOR_LINK_CONFIGURED)
            rc = add_link(config, e, w, err);
    for (size_t i = 0; rc == CR_OK && (e = floor_config_request(config, i, &line)) != NULL; i++)
        if (e->kind == FLOOR_TABLE_CONFIGURED)
            rc = add_table(o, config, e, w, err);
    if (rc == CR_OK && w->report.table_count == 0)
        rc = err_set(err, CR_E_INPUT, "%s has no table that deals house rules", o->floor);
    return rc;
}

/* Makes a link from its tables, which are assumed to bet alike. */
static void make_link(const struct house_work *w, unsigned link, struct cr_link *out)
{
    struct cr_house_game games[HOUSE_TABLES_MAX];
    const struct house_report *r = &w->report;
    unsigned count = 0;
    for (unsigned t = 0; t < r->table_count; t++)
        if (w->links[t] == link)
            games[count++] = r->games[t];
    cr_link_make(r->links[link].progressive, games, count, &r->week, r->rounds, r->part, out);
}

static int play_years(const struct risk_options *o, struct house_work *w, struct cr_err *err)
{
    int rc = CR_OK;
    w->report.sorted = calloc(o->years, sizeof *w->report.sorted);
    if (!w->report.sorted)
        return err_set(err, CR_E_RANGE, "not enough memory for so many years");
    for (unsigned l = 0; l < w->report.link_count && rc == CR_OK; l++) {
        struct house_link_report *report = &w->report.links[l];
        struct cr_link link;
        if (report->tables == 0)
            continue;
        make_link(w, l, &link);
        memcpy(report->chance, link.chance, sizeof report->chance);
        report->bets = link.bets;
        report->years = calloc(o->years, sizeof *report->years);
        if (!report->years)
            return err_set(err, CR_E_RANGE, "not enough memory for so many years");
        for (uint64_t y = 0; y < o->years && rc == CR_OK; y++) {
            rc = house_year_play(&link, o->seed, y, &report->years[y], err);
            for (unsigned c = 0; c < CR_CATEGORIES; c++)
                report->hits[c] += report->years[y].hits[c] / (double)o->years;
        }
    }
    return rc;
}

static int read_week(const struct risk_options *o, struct cr_occupancy_week *out,
                     struct cr_err *err)
{
    struct cr_occupancy occupancy = {0};
    int rc = CR_OK;
    if (o->occupancy_count == 0)
        cr_occupancy_even((unsigned)o->hours, (double)o->seats, &occupancy);
    for (unsigned i = 0; i < o->occupancy_count && rc == CR_OK; i++)
        rc = cr_occupancy_read(o->occupancy[i], &occupancy, err);
    *out = cr_occupancy_week(&occupancy);
    if (rc == CR_OK && !(out->seats > 0))
        rc = err_set(err, CR_E_INPUT, "--occupancy: nobody ever plays");
    return rc;
}

int risk_house(const struct risk_options *o)
{
    struct house_work *w = calloc(1, sizeof *w);
    struct floor_config *config = NULL;
    struct cr_err err = {0};
    struct cr_occupancy_week week;
    struct spinner spinner;
    int rc = w ? floor_config_load(o->floor, &config, &err)
               : err_set(&err, CR_E_RANGE, "not enough memory");
    if (rc == CR_OK)
        rc = read_week(o, &week, &err);
    spinner_start(&spinner);
    if (rc == CR_OK) {
        w->report = (struct house_report){.floor = floor_config_name(config),
                                          .ante = o->ante,
                                          .week = week,
                                          .rounds = (double)o->pace,
                                          .part = o->part,
                                          .year_count = o->years,
                                          .seed = o->seed};
        rc = read_floor(o, config, w, &err);
    }
    if (rc == CR_OK)
        rc = play_years(o, w, &err);
    spinner_stop(&spinner);
    int status = cli_result(rc, &err);
    if (rc == CR_OK) {
        struct desk_document document = house_document(&w->report);
        status = desk_answer(&o->form, &document);
    }
    for (unsigned l = 0; w && l < HOUSE_LINKS_MAX; l++)
        free(w->report.links[l].years);
    if (w)
        free(w->report.sorted);
    floor_config_free(config);
    free(w);
    return status;
}
