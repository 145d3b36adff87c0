/* croupier table: a table controller as a running program (SYS-1 to SYS-3). */
#include "app/cli.h"
#include "app/confine.h"
#include "app/table_arguments.h"
#include "net/client.h"
#include "os/clock.h"
#include "service/client/ask_manager.h"
#include "service/controller/live.h"
#include "service/controller/own_floor.h"
#include "service/controller/panel.h"
#include "service/controller/setting.h"
#include "sim/dealer.h"

#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME          "table"
#define JOIN_PATIENCE 10000 /* how long a table that never joined is refused before it gives up */

static volatile sig_atomic_t ended;

static void end(int number)
{
    (void)number;
    ended++;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* ---- Playing ---- */

/* REG-1: a table that someone else is cannot be this one. */
static bool is_turned_away(struct station *s, int64_t started)
{
    const struct controller *c = &s->controller;
    if (c->lease_until > started || c->why.code == 0 || clock_mono_ms() - started < JOIN_PATIENCE)
        return false;
    s->status = c->why.code;
    s->err = c->why;
    return true;
}

/* A table that cannot finish its round has nothing to say goodbye with; its journal has the round,
 * and the next start goes on with it. */
static bool is_cut_short(const struct dealer *d)
{
    const bool in_hand = d->phase > DEALER_BETS && d->phase < DEALER_ENDING;
    return d->station->controller.console.mode == CONSOLE_CLOSED || dealer_waits(d) ||
           (d->options->by_person && in_hand);
}

static void deal(struct station *s, const struct table_options *o, struct desk *desk)
{
    static struct dealer dealer;
    static struct panel panel;
    const int64_t started = clock_mono_ms();
    dealer_init(&dealer, s, o);
    const struct dealt dealt = dealer_as_dealt(&dealer);
    struct hands hands = {.station = s, .dealt = &dealt};
    panel_init(&panel, &hands, o, desk);
    while (s->status == 0 && s->controller.link != CONTROLLER_LEFT && ended < 2) {
        dealer.stop = ended > 0;
        if (dealer.stop && is_cut_short(&dealer))
            break;
        const int64_t wait_ms = dealer_step(&dealer);
        hands_tick(&hands);
        station_turn(s, panel_serve(&panel, wait_ms), -1);
        if (is_turned_away(s, started))
            break;
    }
    panel_stop(&panel);
}

static void keep_live(struct station *s, const struct table_options *o, struct desk *desk)
{
    static struct live live;
    static struct panel panel;
    struct hands hands = {.station = s};
    const int64_t started = clock_mono_ms();
    struct cr_err err = {0};
    live_init(&live, &hands, STDIN_FILENO, desk != NULL);
    panel_init(&panel, &hands, o, desk);
    while (s->status == 0 && !live.quit && ended == 0) {
        const bool is_full = live.at_end || live.len == sizeof(live.room);
        if (station_turn(s, panel_serve(&panel, 200), is_full ? -1 : STDIN_FILENO))
            live_read(&live);
        /* commands count once the record of the last controller is known */
        if (s->controller.lease_until > started)
            live_step(&live);
        hands_tick(&hands);
        if (is_turned_away(s, started))
            break;
    }
    panel_stop(&panel);
    if (s->status != 0 || controller_leave(&s->controller, &err) != 0)
        return;
    for (int64_t until = clock_mono_ms() + 3000;
         s->status == 0 && s->controller.link != CONTROLLER_LEFT && clock_mono_ms() < until;)
        station_turn(s, 50, -1);
}

/* ---- Start ---- */

/* url: where the console is, as the table says when it joins. */
static int start_controller(struct station *s, const struct table_options *o, const char *user,
                            const char *url, struct cr_err *err)
{
    struct controller_config config = {.start_label = "COIN IN"};
    bool damaged = false;
    uint8_t random[8];
    randombytes_buf(random, sizeof(random));
    snprintf(config.table, sizeof(config.table), "%s", o->name);
    snprintf(config.user, sizeof(config.user), "%s", user != NULL ? user : "");
    snprintf(config.item, sizeof(config.item), "%s", url);
    memcpy(s->own_user, config.user, sizeof(s->own_user));
    memcpy(s->own_pin, o->pin, sizeof(s->own_pin));
    if (s->has_rules)
        memcpy(config.start_label, s->rules.start_button, sizeof(config.start_label));
    config.instance[0] = 'c';
    sodium_bin2hex(config.instance + 1, sizeof(config.instance) - 1, random, sizeof(random));
    int rc = journal_read(&s->journal, &s->page, &damaged, err);
    if (rc < 0)
        return rc;
    if (rc == 0)
        memset(&s->page, 0, sizeof(s->page));
    controller_init(&s->controller, &config, s->progressive, rc == 1 ? &s->page.memory : NULL,
                    clock_mono_ms());
    if (damaged)
        station_say(s, "its memory is damaged; it joins as a new controller");
    return 0;
}

static int run(struct station *s, const struct table_options *o, struct setting *setting,
               struct cr_err *err)
{
    uint16_t session = (uint16_t)(1 + randombytes_uniform(65535));
    char url[CR_TITLE_MAX];
    int rc = setting_rules(setting, o, s, &ended, err);
    if (rc != 0)
        return rc;
    if (!s->has_rules && !o->is_live)
        return cli_rejected(NAME, "table %s has no house rules: it is a --live one", o->name);
    s->wake_fd = setting->desk != NULL ? desk_fd(setting->desk) : -1;
    rc = setting_serve(setting, o, url, sizeof(url), err);
    if (rc == 0)
        rc = start_controller(s, o, setting->user, url, err);
    if (rc == 0)
        rc = sensors_open(&s->sensors, o->sensors, session, err);
    if (rc != 0)
        return rc;
    if (o->mode == TABLE_LINKED)
        rc = key_pin_start(o->manager, o->name, &s->key_pin, err);
    if (rc == 0)
        rc = sender_start(setting->transport, &s->sender, err);
    if (rc == 0) {
        setting->transport = NULL; /* the sender's now */
        setting_announce(setting, o, s);
        if (url[0] != '\0')
            station_say(s, "console: %s/dealer", url);
        if (o->is_live)
            keep_live(s, o, setting->desk);
        else
            deal(s, o, setting->desk);
        sender_stop(s->sender);
        station_remember(s);
        rc = s->status;
        *err = s->err;
    }
    key_pin_stop(s->key_pin);
    sensors_close(&s->sensors);
    return rc;
}

static const char *folder_of(const char *path, char room[PATH_MAX])
{
    if (path == NULL)
        return NULL;
    snprintf(room, PATH_MAX, "%s", path);
    return dirname(room);
}

/* Before the first thread; what comes from strangers comes later. */
static int confine(const struct table_options *o, struct cr_err *err)
{
    /* A new certificate is a new file: its folder is what can be read. */
    char certificate[PATH_MAX], key[PATH_MAX];
    const struct http_identity who = ask_manager_identity();
    const struct confine files = {.store = o->mode == TABLE_LINKED ? NULL : o->store,
                                  .state = o->state,
                                  .writes = {o->sensors},
                                  .reads = {o->rules, o->progressive, who.ca, who.token,
                                            folder_of(who.certificate, certificate),
                                            folder_of(who.key, key)}};
    if (!o->no_guard)
        return confine_table(&files, err);
    confine_not(NAME);
    return 0;
}

int cmd_table(int argc, char **argv)
{
    static struct table_options o;
    static struct setting setting;
    struct cr_err err = {0};
    int rc = table_options_read(argc, argv, &o);
    if (rc != CLI_OK)
        return rc;
    if (sodium_init() < 0)
        return cli_rejected(NAME, "the cryptographic library does not start");
    struct station *s = calloc(1, sizeof(*s));
    if (s == NULL)
        return cli_rejected(NAME, "out of memory");
    catch_signals();
    rc = confine(&o, &err);
    if (rc == 0)
        rc = journal_open(&s->journal, o.state, &err);
    if (rc == 0) {
        rc = setting_start(&setting, &o, &err);
        if (rc == 0)
            rc = run(s, &o, &setting, &err);
        setting_stop(&setting);
        journal_close(&s->journal);
    }
    free(s);
    if (rc > 0)
        return rc;
    return rc == 0 ? cli_finish(NAME, CLI_OK) : cli_rejected(NAME, "%s", err.text);
}
