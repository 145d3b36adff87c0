/* What a year of a floor can come to for the house. */
#include "app/risk_house.h"

#include "app/cli.h"
#include "app/spinner.h"
#include "base/err.h"
#include "game/games/game.h"
#include "reports/mathematics/house_document.h"
#include "service/manager/floor_config.h"
#include "sim/house_year.h"

#include <croupier/risk.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DAYS 365

struct house_work {
    struct house_report report;
    struct cr_progressive progressives[HOUSE_LINKS_MAX];
    struct house_link links[HOUSE_LINKS_MAX];
};

/* The text of a document that the floor file names by its hash; NULL: none. */
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
    w->links[r->link_count++].progressive = p;
    return CR_OK;
}

/* The win of one seat and round, and the chances of the link's awards at this table. */
static int study_table(const struct house_options *o, const struct cr_rules *rules,
                       struct house_table_report *table, struct house_link *link,
                       struct cr_err *err)
{
    const struct cr_stakes stakes = {.ante = o->ante};
    struct cr_endings endings;
    struct cr_distribution d;
    int rc = cr_endings_list(rules, CR_PLAY_BEST, &endings, err);
    if (rc == CR_OK)
        rc = cr_distribution_make(rules, &endings, &stakes, &d, err);
    if (rc == CR_OK) {
        table->win = -cr_distribution_mean(&d);
        table->std_dev = cr_distribution_std_dev(&d);
        const unsigned slot = rules->game->progressive;
        for (size_t i = 0; i < endings.count && link && slot < CR_SLOTS; i++) {
            const struct cr_ending *e = &endings.at[i];
            const bool lost = e->folded && (rules->fold_forfeits >> slot & 1);
            if (!lost && link->progressive->awards[e->award].kind != CR_AWARD_NONE)
                link->chance[e->award] += (double)e->deals / (double)endings.deals;
        }
        cr_distribution_free(&d);
    }
    cr_endings_free(&endings);
    return rc;
}

static int add_table(const struct house_options *o, const struct floor_config *config,
                     const struct floor_event *e, struct house_work *w, struct cr_err *err)
{
    const struct floor_event *document = find_document(config, e->document);
    struct house_report *r = &w->report;
    struct cr_rules rules;
    if (!document) /* a live table deals no rules of ours */
        return CR_OK;
    if (r->table_count == HOUSE_TABLES_MAX)
        return err_set(err, CR_E_RANGE, "more than %d tables", HOUSE_TABLES_MAX);
    int rc = cr_rules_parse(e->table, document->text, document->text_len, &rules, err);
    if (rc != CR_OK)
        return rc;
    struct house_table_report *table = &r->tables[r->table_count++];
    const unsigned at = find_link(r, e->link);
    struct house_link *link = at < r->link_count ? &w->links[at] : NULL;
    memcpy(table->id, e->table, sizeof table->id);
    memcpy(table->rules, rules.name, sizeof table->rules);
    if (link)
        r->links[at].tables++;
    return study_table(o, &rules, table, link, err);
}

static int read_floor(const struct house_options *o, const struct floor_config *config,
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

/* The tables of a link bet alike: their chances are averaged. */
static int play_years(const struct house_options *o, struct house_work *w, struct cr_err *err)
{
    const double rounds = (double)o->pace * (double)o->hours * DAYS;
    int rc = CR_OK;
    for (unsigned l = 0; l < w->report.link_count && rc == CR_OK; l++) {
        struct house_link *link = &w->links[l];
        struct house_link_report *report = &w->report.links[l];
        if (report->tables == 0)
            continue;
        for (unsigned c = 0; c < CR_CATEGORIES; c++)
            link->chance[c] /= report->tables;
        memcpy(report->chance, link->chance, sizeof report->chance);
        link->bets = (uint64_t)(rounds * (double)o->seats * o->part * report->tables);
        link->other_seats = fmax(0, (double)o->seats * o->part - 1);
        report->bets = link->bets;
        report->years = calloc(o->years, sizeof *report->years);
        if (!report->years)
            return err_set(err, CR_E_RANGE, "not enough memory for so many years");
        for (uint64_t y = 0; y < o->years && rc == CR_OK; y++) {
            struct house_year year;
            rc = house_year_play(link, o->seed, y, &year, err);
            report->years[y] =
                (struct house_year_report){year.house,   year.paid_in,  year.share,      year.meter,
                                           year.reserve, year.jackpots, year.jackpot_sum};
            for (unsigned c = 0; c < CR_CATEGORIES; c++)
                report->hits[c] += year.hits[c] / (double)o->years;
        }
    }
    return rc;
}

int risk_house(const struct house_options *o)
{
    struct house_work *w = calloc(1, sizeof *w);
    struct floor_config *config = NULL;
    struct cr_err err = {0};
    struct spinner spinner;
    int rc = w ? floor_config_load(o->floor, &config, &err)
               : err_set(&err, CR_E_RANGE, "not enough memory");
    spinner_start(&spinner);
    if (rc == CR_OK) {
        w->report = (struct house_report){.floor = floor_config_name(config),
                                          .ante = o->ante,
                                          .hours = (double)o->hours,
                                          .rounds = (double)o->pace,
                                          .seats = (double)o->seats,
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
    floor_config_free(config);
    free(w);
    return status;
}
