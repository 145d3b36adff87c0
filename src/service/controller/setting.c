/* The setting of a table; see setting.h. */
#include "service/controller/setting.h"

#include "base/plain_file.h"
#include "base/version.h"
#include "os/clock.h"
#include "service/api/pages.h"
#include "service/client/store_address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The two people who answer for a table's own floor when none are named. */
static const char first_person[] = "installer", second_person[] = "inspector";

/* V1: after a failed write, what the store holds is unknown, so no answer may be sent any more. */
static void die(void *context, const struct cr_err *err)
{
    (void)context;
    fprintf(stderr, "croupier table: the store failed, the table ends: %s\n", err->text);
    _exit(EXIT_FAILURE);
}

/* ---- A floor of its own ---- */

static int name_people(struct setting *s, const struct table_options *o, struct cr_err *err)
{
    snprintf(s->first, sizeof(s->first), "%s", first_person);
    snprintf(s->second, sizeof(s->second), "%s", second_person);
    s->user = o->key_user != NULL ? o->key_user : s->first;
    if (o->service == NULL)
        return 0;
    const char *comma = strchr(o->service, ',');
    if (comma == NULL || comma == o->service || comma[1] == '\0' ||
        (size_t)(comma - o->service) >= sizeof(s->first) || strlen(comma + 1) >= sizeof(s->second))
        return err_set(err, CR_E_INPUT, "--service takes two names, as ann,bob");
    snprintf(s->first, sizeof(s->first), "%.*s", (int)(comma - o->service), o->service);
    snprintf(s->second, sizeof(s->second), "%s", comma + 1);
    if (strcmp(s->first, s->second) == 0)
        return err_set(err, CR_E_INPUT, "--service takes two people, not %s twice", s->first);
    return 0;
}

/* Reads the text of a shipped file or of the file at a path. */
static int read_text(const char *name, char *out, size_t *len, struct cr_err *err)
{
    const struct cr_shipped *shipped = cr_shipped_find(name);
    if (shipped != NULL && shipped->len <= FLOOR_TEXT_MAX) {
        memcpy(out, shipped->text, shipped->len);
        *len = shipped->len;
        return 0;
    }
    FILE *file = plain_file_open(name);
    if (file == NULL)
        return err_set(err, CR_E_NOT_FOUND, "%s: neither a shipped name nor a file", name);
    *len = fread(out, 1, FLOOR_TEXT_MAX + 1, file);
    fclose(file);
    if (*len > FLOOR_TEXT_MAX)
        return err_set(err, CR_E_RANGE, "%s: more than %d bytes", name, FLOOR_TEXT_MAX);
    return 0;
}

struct texts {
    char rules[FLOOR_TEXT_MAX + 1], progressive[FLOOR_TEXT_MAX + 1], changed[FLOOR_TEXT_MAX + 1];
    size_t rules_len, progressive_len;
};

/* SYS-3: reads the documents that options name, or the built-in defaults. */
static int default_texts(const struct table_options *o, struct texts *t, struct cr_err *err)
{
    struct cr_rules rules;
    int rc = read_text(o->rules != NULL ? o->rules : "uth-cn", t->rules, &t->rules_len, err);
    if (rc == 0)
        rc = cr_rules_parse(o->rules != NULL ? o->rules : "uth-cn", t->rules, t->rules_len, &rules,
                            err);
    if (rc != 0)
        return rc;
    const char *progressive = o->progressive != NULL ? o->progressive : rules.progressive;
    if (progressive[0] == '\0' || strcmp(progressive, "none") == 0)
        return 0;
    return read_text(progressive, t->progressive, &t->progressive_len, err);
}

static int change_texts(const struct table_options *o, struct texts *t, struct cr_err *err)
{
    if (o->seed_amount.micro == 0 && o->bet.micro == 0)
        return 0;
    if (t->progressive_len == 0)
        return err_set(err, CR_E_INPUT, "there is no progressive whose seed or bet could change");
    int len = house_change_progressive(t->progressive, t->progressive_len, o->seed_amount, o->bet,
                                       t->changed, sizeof(t->changed), err);
    if (len < 0)
        return len;
    memcpy(t->progressive, t->changed, (size_t)len);
    t->progressive_len = (size_t)len;
    return 0;
}

/* Chooses the documents for the table. A floor that exists keeps its documents, unless service
 * personnel (--service) give others. */
static int choose_texts(struct setting *s, const struct table_options *o, struct texts *t,
                        struct cr_err *err)
{
    static struct transport_rules known;
    const bool is_known = s->transport->rules(s->transport, o->name, &known, NULL) == 0;
    const bool changes = o->rules != NULL || o->progressive != NULL;
    int rc = 0;
    if (is_known && changes && o->service == NULL)
        return err_set(err, CR_E_STATE,
                       "this table has its rules; to change them name two people "
                       "with --service NAME,NAME");
    if (!is_known || changes) {
        rc = default_texts(o, t, err);
    } else {
        memcpy(t->rules, known.rules, known.rules_len);
        t->rules_len = known.rules_len;
        memcpy(t->progressive, known.progressive, known.progressive_len);
        t->progressive_len = known.progressive_len;
    }
    return rc != 0 ? rc : change_texts(o, t, err);
}

static int set_up(struct setting *s, const struct table_options *o, const struct texts *t,
                  const char *table, struct cr_err *err)
{
    const struct house house = {.people = {s->first, s->second},
                                .user = s->user,
                                .table = table,
                                .item = t->rules_len > 0 ? "Progressive table" : "Live game",
                                .is_live = o->is_live,
                                .rules = t->rules_len > 0 ? t->rules : NULL,
                                .rules_len = t->rules_len,
                                .progressive = t->progressive_len > 0 ? t->progressive : NULL,
                                .progressive_len = t->progressive_len,
                                .link = OWN_LINK};
    int rc = own_floor_set_up(s->own, &house, err);
    return rc != 0 ? err_prefix(err, "setting up table %s", table) : 0;
}

/* SYS-2: sets up this table and, on a master, the others, which feed the same link by the same
 * rules. */
static int set_up_all(struct setting *s, const struct table_options *o, struct cr_err *err)
{
    static struct texts texts;
    char names[1024];
    char *rest = NULL;
    int rc = choose_texts(s, o, &texts, err);
    if (rc == 0)
        rc = set_up(s, o, &texts, o->name, err);
    snprintf(names, sizeof(names), "%s", o->others != NULL ? o->others : "");
    for (char *at = strtok_r(names, ",", &rest); rc == 0 && at != NULL;
         at = strtok_r(NULL, ",", &rest))
        rc = set_up(s, o, &texts, at, err);
    return rc;
}

/* ---- The console ---- */

static int open_console(struct setting *s, bool has_floor, size_t *count, struct cr_err *err)
{
    struct route_list lists[2];
    int rc = console_server_new(&s->console_server, err);
    if (rc != 0)
        return rc;
    lists[0].routes = console_server_routes(s->console_server, &lists[0].count);
    lists[1].routes = pages_routes(
        &(struct pages_server){.has_floor = has_floor, .has_console = true}, &lists[1].count);
    s->routes = routes_join(lists, 2, count);
    return s->routes != NULL ? 0 : err_set(err, CR_E_IO, "out of memory");
}

int setting_serve(struct setting *s, const struct table_options *o, char *url, size_t size,
                  struct cr_err *err)
{
    int rc = 0;
    char made[ADDRESS_URL_MAX];
    url[0] = '\0';
    if (s->console_server == NULL)
        return 0;
    if (s->own == NULL) {
        const struct http_config config = {.address = o->host,
                                           .port = o->port,
                                           .routes = s->routes,
                                           .route_count = s->route_count};
        rc = http_server_start(&config, &s->server, err);
    }
    if (rc == 0)
        snprintf(url, size, "%s",
                 address_url("http", o->host,
                             s->own != NULL ? own_floor_port(s->own) : http_server_port(s->server),
                             made));
    return rc;
}

/* ---- Start and end ---- */

int setting_start(struct setting *s, const struct table_options *o, struct cr_err *err)
{
    memset(s, 0, sizeof(*s));
    s->user = o->key_user;
    const bool is_linked = o->mode == TABLE_LINKED;
    int rc = o->host[0] != '\0' ? open_console(s, !is_linked, &s->route_count, err) : 0;
    if (rc != 0)
        return rc;
    if (is_linked)
        return transport_http_new(o->asking.manager, &o->asking.who, &s->transport, err);
    const struct own_floor_config config = {.store = o->store,
                                            .table = o->name,
                                            .host = o->host[0] != '\0' ? o->host : NULL,
                                            .port = o->port,
                                            .more = s->routes,
                                            .more_count = s->route_count,
                                            .program_version = croupier_version,
                                            .practice = o->practice,
                                            .fatal = die};
    rc = name_people(s, o, err);
    if (rc == 0)
        rc = own_floor_start(&config, &s->own, err);
    if (rc == 0)
        rc = transport_local_new(own_floor_writer(s->own), &s->transport, err);
    if (rc == 0)
        rc = set_up_all(s, o, err);
    return rc;
}

void setting_stop(struct setting *s)
{
    if (s->transport != NULL)
        s->transport->free(s->transport);
    http_server_stop(s->server);
    own_floor_stop(s->own);
    console_server_free(s->console_server);
    free(s->routes);
}

/* ---- Rules ---- */

int setting_rules(struct setting *s, const struct table_options *o, struct station *station,
                  const volatile sig_atomic_t *ended, struct cr_err *err)
{
    static struct transport_rules texts;
    bool said = false;
    int rc;
    while ((rc = s->transport->rules(s->transport, o->name, &texts, err)) == CR_E_IO && !*ended) {
        if (!said)
            printf("%s: closed: starting; %s\n", o->name, err->text);
        fflush(stdout);
        said = true;
        clock_sleep_ms(500);
    }
    return rc != 0 ? rc : station_take_rules(station, &texts, err);
}

void setting_announce(const struct setting *s, const struct table_options *o,
                      struct station *station)
{
    char url[ADDRESS_URL_MAX];
    station_say_rules(station);
    if (o->award_every > 0)
        station_say(station, "DEMONSTRATION: every %llu rounds the deck is stacked",
                    (unsigned long long)o->award_every);
    if (s->own == NULL)
        station_say(station, "linked to %s", o->asking.manager);
    else if (own_floor_port(s->own) != 0)
        station_say(station, "%s, serving %s", o->mode == TABLE_MASTER ? "master" : "standalone",
                    address_url("http", o->host, own_floor_port(s->own), url));
    else
        station_say(station, "standalone, store %s", o->store);
}
