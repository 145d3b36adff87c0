/* PIT-16: the paragraphs of the house's own document, which people see in place of this project's
 * ids. */
#include "game/rules/paragraphs.h"

#include "base/check.h"
#include "base/err.h"
#include "game/games/game.h"

#include <stdio.h>
#include <string.h>

/* Rules that are cited in every game: envy, two hands of a patron, a seat whose sensor fails. */
static const char *const everywhere[] = {"UTH-15", "UTH-16", "UTH-19", NULL};

struct list {
    unsigned count;
    const char **rules;
};

static void add_once(struct list *list, const char *rule)
{
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->rules[i], rule) == 0)
            return;
    CHECK(list->count < CR_PARAGRAPHS);
    list->rules[list->count++] = rule;
}

static void add_all(struct list *list, const char *const *rules)
{
    for (unsigned i = 0; rules != NULL && rules[i] != NULL; i++)
        add_once(list, rules[i]);
}

unsigned game_cited_rules(const struct cr_game *game, const char *out[CR_PARAGRAPHS])
{
    struct list list = {0, out};
    for (unsigned i = 0; i < game->reason_count; i++) {
        if (game->reasons[i].rule != NULL)
            add_once(&list, game->reasons[i].rule);
        if (game->reasons[i].part != NULL)
            add_once(&list, game->reasons[i].part);
    }
    add_all(&list, game->cited);
    add_all(&list, everywhere);
    return list.count;
}

static const char *paragraph_of(const struct cr_rules *rules, const char *rule, size_t len)
{
    const char *cited[CR_PARAGRAPHS];
    const unsigned count = game_cited_rules(rules->game, cited);
    for (unsigned i = 0; i < count; i++)
        if (strlen(cited[i]) == len && memcmp(cited[i], rule, len) == 0)
            return rules->paragraphs[i];
    return "";
}

const char *cr_paragraph(const struct cr_rules *rules, const char *rule)
{
    const char *own = paragraph_of(rules, rule, strlen(rule));
    return own[0] != '\0' ? own : paragraph_of(rules, rule, strcspn(rule, " "));
}

int rules_cite(const struct cr_rules *rules, const char *rule, struct cr_err *err, int code)
{
    const char *paragraph = cr_paragraph(rules, rule);
    if (err == NULL || paragraph[0] == '\0')
        return code;
    const size_t len = strlen(err->text);
    snprintf(err->text + len, sizeof err->text - len, " (%s)", paragraph);
    return code;
}

int rules_cite_refusal(const struct cr_rules *rules, struct cr_err *err, int code)
{
    if (rules == NULL || err == NULL || code == CR_OK)
        return code;
    if (err_is(err, REASON_SEAT_CLOSED))
        return rules_cite(rules, "UTH-19", err, code);
    if (err_is(err, REASON_ONE_HAND))
        return rules_cite(rules, "UTH-16", err, code);
    if (!err_is(err, REASON_SEAT_FOLDED) || rules->game->reason_count <= REASON_FORFEITED)
        return code;
    const struct game_reason *fold = &rules->game->reasons[REASON_FORFEITED];
    const char *rule = fold->part != NULL ? fold->part : fold->rule;
    return rule != NULL ? rules_cite(rules, rule, err, code) : code;
}
