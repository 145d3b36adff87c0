/* Reads a design question about a progressive: what varies over which range, and what is wanted. */
#include "math/design/progressive_file.h"

#include "base/err.h"
#include "math/design/design.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether the file with these values is one that `rules check` accepts. */
static bool is_valid(const void *subject, const int64_t *values)
{
    const struct progressive_subject *s = subject;
    struct text text = {0};
    const bool valid =
        progressive_file_edit(&s->source, &s->progressive, &s->question, values, &text);
    text_free(&text);
    return valid;
}

void progressive_question_init(struct progressive_subject *s)
{
    s->question = (struct cr_progressive_question){.house_advantage = NAN,
                                                   .hit_frequency = NAN,
                                                   .within = 0.001,
                                                   .keep = 20,
                                                   .is_valid = is_valid,
                                                   .context = s};
    for (unsigned m = 0; m < CR_METERS; m++)
        s->question.average_jackpot[m] = s->question.bets_between[m] = NAN;
}

/* Takes a decimal number, in millionths, and a percent sign that may follow it. */
static bool take_micro(const char **at, bool *is_percent, int64_t *out)
{
    int64_t whole = 0, part = 0, scale = 1000000;
    const char *first = *at;
    while (**at >= '0' && **at <= '9' && whole <= 1000000000)
        whole = whole * 10 + (*(*at)++ - '0');
    if (*at == first || whole > 1000000000)
        return false;
    if (**at == '.' && (*at)[1] != '.')
        for (++*at; **at >= '0' && **at <= '9' && scale > 1; ++*at)
            part += (**at - '0') * (scale /= 10);
    *out = whole * 1000000 + part;
    if (**at == '%') {
        *is_percent = true;
        ++*at;
    }
    return true;
}

/* Reads "FROM..TO" or "FROM..TO:STEP"; without a step it is 1. */
static bool read_range(const char *text, bool *is_percent, struct cr_design_range *out)
{
    const char *at = text;
    *is_percent = false;
    out->step = 1000000;
    if (!take_micro(&at, is_percent, &out->from) || strncmp(at, "..", 2) != 0)
        return false;
    at += 2;
    if (!take_micro(&at, is_percent, &out->to))
        return false;
    if (*at == ':' && (++at, !take_micro(&at, is_percent, &out->step)))
        return false;
    return *at == '\0' && out->step > 0 && out->to >= out->from;
}

static bool is_word(const char *name, size_t len, const char *word)
{
    return strlen(word) == len && memcmp(name, word, len) == 0;
}

/* Reads "seed" or "major.seed"; without a name it is the first meter. */
static bool read_meter_part(const struct cr_progressive *p, const char *name, size_t len,
                            struct cr_design_range *out)
{
    static const char *const words[] = {"seed", "share", "reserve"};
    const char *dot = memchr(name, '.', len);
    const char *word = dot ? dot + 1 : name;
    const size_t word_len = len - (size_t)(word - name);
    out->meter = 0;
    while (dot && out->meter < p->meter_count &&
           !is_word(name, (size_t)(dot - name), p->meters[out->meter].name))
        out->meter++;
    for (unsigned i = 0; i < 3 && out->meter < p->meter_count; i++)
        if (is_word(word, word_len, words[i])) {
            out->what = (enum cr_design_what)i;
            return true;
        }
    return false;
}

static bool read_award(const struct cr_progressive *p, const char *name, size_t len,
                       struct cr_design_range *out)
{
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        if (p->awards[c].kind != CR_AWARD_NONE &&
            is_word(name, len, cr_category_name((enum cr_category)c))) {
            out->category = (enum cr_category)c;
            out->what = p->awards[c].kind == CR_AWARD_FIXED ? CR_DESIGN_AWARD : CR_DESIGN_PERCENT;
            return true;
        }
    return false;
}

int progressive_vary_read(struct progressive_subject *s, const char *text, struct cr_err *err)
{
    struct cr_progressive_question *q = &s->question;
    const char *equals = strchr(text, '=');
    const size_t len = equals ? (size_t)(equals - text) : 0;
    struct cr_design_range row = {0};
    bool is_percent;
    if (!equals || !read_range(equals + 1, &is_percent, &row))
        return err_set(err, CR_E_INPUT,
                       "what varies is WHAT=FROM..TO or WHAT=FROM..TO:STEP, as "
                       "seed=5000..20000:1000, not '%.100s'",
                       text);
    if (!read_meter_part(&s->progressive, text, len, &row) &&
        !read_award(&s->progressive, text, len, &row))
        return err_set(err, CR_E_INPUT,
                       "'%.100s': %s varies by seed, share or reserve of a meter, as %s.seed, and "
                       "by the hands that it pays",
                       text, s->progressive.name, s->progressive.meters[0].name);
    if (is_percent && (row.what == CR_DESIGN_SEED || row.what == CR_DESIGN_AWARD))
        return err_set(err, CR_E_INPUT, "'%.100s': that is an amount and no percentage", text);
    for (unsigned i = 0; i < q->row_count; i++)
        if (design_range_is_same(&q->rows[i], &row))
            return err_set(err, CR_E_INPUT, "'%.100s': that is there twice", text);
    if (row.what == CR_DESIGN_AWARD && row.from == 0 &&
        !progressive_award_has_lines(&s->source, row.category))
        return err_set(err, CR_E_INPUT,
                       "'%.100s': an award that may be left out has lines of its own in the file, "
                       "without braces around all awards; write it so, or begin above 0",
                       text);
    if (q->row_count == CR_DESIGN_ROWS)
        return err_set(err, CR_E_RANGE, "'%.100s': at most %d rows vary", text, CR_DESIGN_ROWS);
    q->rows[q->row_count++] = row;
    return CR_OK;
}

int progressive_wanted_read(const struct cr_progressive *progressive, const char *what,
                            const char *text, double out[CR_METERS], struct cr_err *err)
{
    const char *equals = strchr(text, '='), *number = equals ? equals + 1 : text;
    unsigned m = 0;
    char *end = NULL;
    while (equals && m < progressive->meter_count &&
           !is_word(text, (size_t)(equals - text), progressive->meters[m].name))
        m++;
    if (m == progressive->meter_count)
        return err_set(err, CR_E_INPUT, "%s '%.100s': %s has no such meter", what, text,
                       progressive->name);
    const double value = number[0] >= '0' && number[0] <= '9' && !strpbrk(number, "xXeEpP")
                             ? strtod(number, &end)
                             : NAN;
    if (!end || *end != '\0' || !(value > 0 && value <= 1e12))
        return err_set(err, CR_E_INPUT,
                       "%s takes a number above 0, or METER=NUMBER, as %s=20000, not '%.100s'",
                       what, progressive->meters[0].name, text);
    if (!isnan(out[m]))
        return err_set(err, CR_E_INPUT, "%s '%.100s': the meter is there twice", what, text);
    out[m] = value;
    return CR_OK;
}
