/* The parameters of a link's progressive as data; see link_parameters.h. */
#include "service/api/link_parameters.h"

#include "base/err.h"
#include "base/json_write.h"
#include "game/meters/meters.h"

#include <string.h>

static const char *const keys[] = {
    [CR_KEY_NONE] = "none", [CR_KEY_LOW] = "low", [CR_KEY_HIGH] = "high"};

/* ---- Taking them from a progressive ---- */

static void set_money(char out[PARAMETER_MAX], struct cr_money amount, bool is_said)
{
    struct text t = text_in(out, PARAMETER_MAX);
    if (is_said)
        text_add_money(&t, amount);
    else
        text_add(&t, "none");
}

/* Writes `parts` of `all` (billionths of a bet, or millionths of a meter) as an exact
 * percentage. */
static void set_percent(char out[PARAMETER_MAX], unsigned long parts, unsigned long all)
{
    const unsigned long one = all / 100;
    unsigned long rest = parts % one, place = one / 10;
    struct text t = text_in(out, PARAMETER_MAX);
    text_add_uint(&t, parts / one);
    for (text_add(&t, rest != 0 ? "." : ""); rest != 0; rest %= place, place /= 10)
        text_add_uint(&t, rest / place);
    text_add(&t, "%");
}

static void set_award(struct link_parameters *out, unsigned c, const struct cr_progressive *p)
{
    const struct cr_award *award = &p->awards[c];
    struct text t;
    if (award->kind == CR_AWARD_NONE)
        return;
    if (award->kind == CR_AWARD_PERCENT) {
        set_percent(out->awards[c].pays, award->ppm, CR_PPM);
    } else if (award->is_for_one && p->bet.micro > 0) {
        text_init(&t, out->awards[c].pays, PARAMETER_MAX);
        text_add_format(&t, "%lld for 1", (long long)(award->amount.micro / p->bet.micro));
    } else {
        set_money(out->awards[c].pays, award->amount, true);
    }
    text_init(&t, out->awards[c].from, CR_NAME_MAX);
    text_add(&t, meters_source(p, award->from));
    text_init(&t, out->awards[c].key, PARAMETER_MAX);
    text_add(&t, keys[award->key]);
    set_money(out->awards[c].envy, award->envy, award->envy.micro > 0);
}

void link_parameters_of(const struct cr_progressive *progressive, struct link_parameters *out)
{
    memset(out, 0, sizeof(*out));
    memcpy(out->name, progressive->name, sizeof(out->name));
    memcpy(out->title, progressive->title, sizeof(out->title));
    memcpy(out->house, progressive->house, sizeof(out->house));
    out->key_turners = progressive->key_turners;
    out->meter_count = progressive->meter_count;
    set_money(out->bet, progressive->bet, true);
    set_percent(out->house_share, progressive->house_share, CR_SHARE_ALL);
    for (unsigned m = 0; m < progressive->meter_count; m++) {
        const struct cr_meter_rules *meter = &progressive->meters[m];
        memcpy(out->meters[m].name, meter->name, sizeof(meter->name));
        set_percent(out->meters[m].share, meter->share, CR_SHARE_ALL);
        set_percent(out->meters[m].reserve, meter->reserve_share, CR_SHARE_ALL);
        set_money(out->meters[m].seed, meter->seed, true);
        set_money(out->meters[m].limit, meter->limit, meter->has_limit);
    }
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        set_award(out, c, progressive);
}

void link_parameters_write(const struct link_parameters *p, struct text *out)
{
    json_text(out, "progressive", p->name);
    JSON_MEMBERS(out, p, title, bet, house_share);
    json_open(out, "meters", '[');
    for (unsigned m = 0; m < p->meter_count; m++) {
        json_open(out, NULL, '{');
        JSON_MEMBERS(out, &p->meters[m], name, share, reserve, seed, limit);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_open(out, "awards", '[');
    for (unsigned c = CR_CATEGORIES; c-- > 0;) {
        if (p->awards[c].pays[0] == '\0')
            continue;
        json_open(out, NULL, '{');
        json_text(out, "hand", cr_category_name((enum cr_category)c));
        JSON_MEMBERS(out, &p->awards[c], pays, from, key, envy);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* ---- Changing them ---- */

/* Whether the text can stand in the file as one value, and not as anything else in YAML. */
static bool is_value(const char *text, size_t len, size_t size)
{
    bool good = len > 0 && len < size && text[0] != ' ' && text[len - 1] != ' ';
    for (size_t i = 0; good && i < len; i++)
        good = (text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'z') ||
               (text[i] != '\0' && strchr(".% -", text[i]) != NULL);
    return good;
}

struct place {
    const char *name;
    char *text;
    size_t size;
};

/* Sets the places that the object names. Only the two members in `other` may stand beside them. */
static int change_places(const struct json_node *object, const char *const other[2],
                         const struct place *places, unsigned count, struct cr_err *err)
{
    const struct json_node *node = json_first(object);
    for (uint32_t i = 0; i < object->count; i++, node = json_next(node)) {
        unsigned at = 0;
        if (json_text_is(node->key, node->key_len, other[0]) ||
            json_text_is(node->key, node->key_len, other[1]))
            continue;
        while (at < count && !json_text_is(node->key, node->key_len, places[at].name))
            at++;
        if (at == count)
            return err_refuse(err, CR_E_INPUT, REASON_UNWANTED_MEMBER, "parameters",
                              "there is no parameter \"%.*s\"",
                              (int)(node->key_len < 40 ? node->key_len : 40), node->key);
        if (node->kind != JSON_STRING || !is_value(node->text, node->len, places[at].size))
            return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "parameters",
                              "%s: expected a text as it stands in the file, like \"10000\" or "
                              "\"14%%\"",
                              places[at].name);
        memset(places[at].text, 0, places[at].size);
        memcpy(places[at].text, node->text, node->len);
    }
    return 0;
}

/* Reads the name by which an entry of a list is found; "" where there is none. A text with an end
 * of text in it is no name. */
static void read_name(const struct json_node *object, const char *key, char name[CR_NAME_MAX])
{
    const struct json_node *node = json_member(object, key);
    if (!json_get_text(object, key, name, CR_NAME_MAX) || memchr(node->text, '\0', node->len))
        name[0] = '\0';
}

static int change_meter(struct link_parameters *p, const struct json_node *object,
                        struct cr_err *err)
{
    char name[CR_NAME_MAX];
    unsigned m = 0;
    read_name(object, "name", name);
    while (m < p->meter_count && strcmp(p->meters[m].name, name) != 0)
        m++;
    if (m == p->meter_count)
        return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_METER, "parameters",
                          "meters: there is no meter \"%s\"", name);
    const struct place places[] = {{"share", p->meters[m].share, PARAMETER_MAX},
                                   {"reserve", p->meters[m].reserve, PARAMETER_MAX},
                                   {"seed", p->meters[m].seed, PARAMETER_MAX},
                                   {"limit", p->meters[m].limit, PARAMETER_MAX}};
    return change_places(object, (const char *const[]){"name", "name"}, places, 4, err);
}

/* Changes or adds an award. One that pays "none" is removed; a new one has a key and envy only
 * where the object says so. */
static int change_award(struct link_parameters *p, const struct json_node *object,
                        struct cr_err *err)
{
    char hand[CR_NAME_MAX];
    read_name(object, "hand", hand);
    const unsigned c = (unsigned)cr_category_find(hand, strlen(hand));
    if (c >= CR_CATEGORIES)
        return err_refuse(err, CR_E_INPUT, REASON_NO_SUCH_AWARD, "parameters",
                          "awards: there is no hand \"%s\"", hand);
    if (p->awards[c].pays[0] == '\0') {
        memcpy(p->awards[c].from, "tray", sizeof("tray"));
        memcpy(p->awards[c].key, "none", sizeof("none"));
        memcpy(p->awards[c].envy, "none", sizeof("none"));
    }
    const struct place places[] = {{"pays", p->awards[c].pays, PARAMETER_MAX},
                                   {"from", p->awards[c].from, CR_NAME_MAX},
                                   {"key", p->awards[c].key, PARAMETER_MAX},
                                   {"envy", p->awards[c].envy, PARAMETER_MAX}};
    const int rc = change_places(object, (const char *const[]){"hand", "hand"}, places, 4, err);
    if (rc == 0 && strcmp(p->awards[c].pays, "none") == 0)
        memset(&p->awards[c], 0, sizeof(p->awards[c]));
    return rc;
}

typedef int change_fn(struct link_parameters *p, const struct json_node *object,
                      struct cr_err *err);

static int change_list(struct link_parameters *p, const struct json_node *list, change_fn *change,
                       struct cr_err *err)
{
    int rc = 0;
    if (list == NULL)
        return 0;
    if (list->kind != JSON_ARRAY)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "parameters", "expected a list");
    const struct json_node *node = json_first(list);
    for (uint32_t i = 0; rc == 0 && i < list->count; i++, node = json_next(node))
        rc = node->kind == JSON_OBJECT ? change(p, node, err)
                                       : err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE,
                                                    "parameters", "expected a list of objects");
    return rc;
}

int link_parameters_change(struct link_parameters *p, const struct json_node *object,
                           struct cr_err *err)
{
    const struct place places[] = {{"bet", p->bet, PARAMETER_MAX},
                                   {"house_share", p->house_share, PARAMETER_MAX}};
    int rc = change_places(object, (const char *const[]){"meters", "awards"}, places, 2, err);
    if (rc == 0)
        rc = change_list(p, json_member(object, "meters"), change_meter, err);
    return rc == 0 ? change_list(p, json_member(object, "awards"), change_award, err) : rc;
}

/* ---- The file ---- */

static void add_quoted(struct text *out, const char *key, const char *value)
{
    text_add_format(out, "%s: ", key);
    text_add_json(out, value, strlen(value));
    text_add(out, "\n");
}

static void add_turners(struct text *out, uint8_t turners)
{
    static const struct {
        uint8_t bit;
        const char *word;
    } words[] = {{CR_TURN_DEALER, "dealer"},
                 {CR_TURN_SUPERVISOR, "supervisor"},
                 {CR_TURN_CAGE, "cage"},
                 {CR_TURN_MANAGER, "manager"}};
    const char *between = "";
    text_add(out, "key_turned_by: [");
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if ((turners & words[i].bit) != 0) {
            text_add_format(out, "%s%s", between, words[i].word);
            between = ", ";
        }
    text_add(out, "]\n");
}

static void add_file(const struct link_parameters *p, struct text *out)
{
    text_add_format(out, "progressive: %s\n", p->name);
    add_quoted(out, "title", p->title);
    add_quoted(out, "house", p->house);
    text_add_format(out, "bet: %s\nhouse_share: %s\n", p->bet, p->house_share);
    add_turners(out, p->key_turners);
    text_add(out, "meters:\n");
    for (unsigned m = 0; m < p->meter_count; m++)
        text_add_format(out, "  %s: {share: %s, reserve: %s, seed: %s, limit: %s}\n",
                        p->meters[m].name, p->meters[m].share, p->meters[m].reserve,
                        p->meters[m].seed, p->meters[m].limit);
    text_add(out, "awards:\n");
    for (unsigned c = CR_CATEGORIES; c-- > 0;)
        if (p->awards[c].pays[0] != '\0')
            text_add_format(out, "  %s: {pays: %s, from: %s, key: %s, envy: %s}\n",
                            cr_category_name((enum cr_category)c), p->awards[c].pays,
                            p->awards[c].from, p->awards[c].key, p->awards[c].envy);
}

int link_parameters_file(const struct link_parameters *p, struct text *out, struct cr_err *err)
{
    struct cr_progressive made;
    add_file(p, out);
    if (out->cut)
        return err_refuse(err, CR_E_INPUT, REASON_INVALID_VALUE, "parameters",
                          "the file would be too long");
    int rc = cr_progressive_parse("file", out->data, out->len, &made, err);
    return rc == 0 ? 0 : err_in_field(err, "parameters");
}
