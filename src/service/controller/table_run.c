/* Runs a table from start to end; see table_options.h. */
#include "base/hex.h"
#include "os/clock.h"
#include "service/controller/console_screens.h"
#include "service/controller/setting.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JOIN_PATIENCE_MS                                                                           \
    10000              /* a table that never joined gives up after being refused for so long */
#define LEAVE_MS  3000 /* longest wait for the manager's answer when the table leaves */
#define LISTEN_MS 200  /* the longest wait of a live table for its next line */

/* ---- Playing ---- */

/* REG-1: whether the manager has refused this table for so long that it must give up, because
 * another process has its name. */
static bool is_turned_away(struct station *s, int64_t started)
{
    const struct controller *c = &s->controller;
    if (c->lease_until > started || c->why.code == 0 ||
        clock_mono_ms() - started < JOIN_PATIENCE_MS)
        return false;
    s->status = c->why.code;
    s->err = c->why;
    return true;
}

static void play_dealt(struct station *s, const struct table_options *o,
                       struct console_server *server, const volatile sig_atomic_t *ended)
{
    static struct console_screens screens;
    const struct dealt dealt = o->deal(s, o);
    struct table_commands commands = {.station = s, .dealt = &dealt};
    const int64_t started = clock_mono_ms();
    console_screens_init(&screens, &commands, o, server);
    while (s->status == 0 && s->controller.link != CONTROLLER_LEFT && *ended < 2) {
        const int64_t wait_ms = dealt.step(dealt.dealer, *ended > 0);
        if (wait_ms < 0)
            break;
        table_commands_tick(&commands);
        station_turn(s, console_screens_serve(&screens, wait_ms), -1);
        if (is_turned_away(s, started))
            break;
    }
    console_screens_stop(&screens);
}

static void leave(struct station *s)
{
    struct cr_err err = {0};
    if (s->status != 0 || controller_leave(&s->controller, &err) != 0)
        return;
    for (int64_t until = clock_mono_ms() + LEAVE_MS;
         s->status == 0 && s->controller.link != CONTROLLER_LEFT && clock_mono_ms() < until;)
        station_turn(s, 50, -1);
}

static void play_live(struct station *s, const struct table_options *o,
                      struct console_server *server, const volatile sig_atomic_t *ended)
{
    static struct live live;
    static struct console_screens screens;
    struct table_commands commands = {.station = s};
    const int64_t started = clock_mono_ms();
    live_init(&live, &commands, STDIN_FILENO, server != NULL);
    console_screens_init(&screens, &commands, o, server);
    while (s->status == 0 && !live.quit && *ended == 0) {
        const bool is_full = live.at_end || live.len == sizeof(live.room);
        if (station_turn(s, console_screens_serve(&screens, LISTEN_MS),
                         is_full ? -1 : STDIN_FILENO))
            live_read(&live);
        /* commands are carried out once the table has joined and knows its record */
        if (s->controller.lease_until > started)
            live_step(&live);
        table_commands_tick(&commands);
        if (is_turned_away(s, started))
            break;
    }
    console_screens_stop(&screens);
    leave(s);
}

/* ---- Start ---- */

/* url: the address of the console, which the table tells the manager when it joins. */
static int start_controller(struct station *s, const struct table_options *o, const char *user,
                            const char *url, struct cr_err *err)
{
    struct controller_config config = {0};
    bool damaged = false;
    uint8_t random[8];
    randombytes_buf(random, sizeof(random));
    snprintf(config.table, sizeof(config.table), "%s", o->name);
    snprintf(config.user, sizeof(config.user), "%s", user != NULL ? user : "");
    snprintf(config.console_url, sizeof(config.console_url), "%s", url);
    memcpy(s->own_user, config.user, sizeof(s->own_user));
    memcpy(s->own_pin, o->pin, sizeof(s->own_pin));
    station_fill_rules(s, &config);
    config.instance[0] = 'c';
    hex_encode(random, sizeof(random), config.instance + 1);
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

static void play(struct station *s, const struct table_options *o, struct setting *setting,
                 const char *url, const volatile sig_atomic_t *ended)
{
    setting->transport = NULL; /* the sender owns it */
    setting_announce(setting, o, s);
    if (url[0] != '\0')
        station_say(s, "console: %s/dealer", url);
    if (o->is_live)
        play_live(s, o, setting->console_server, ended);
    else
        play_dealt(s, o, setting->console_server, ended);
    sender_stop(s->sender);
    station_remember(s);
}

static int start(struct station *s, const struct table_options *o, struct setting *setting,
                 char *url, size_t size, struct cr_err *err)
{
    const uint16_t session = (uint16_t)(1 + randombytes_uniform(65535));
    s->wake_fd = setting->console_server != NULL ? console_server_fd(setting->console_server) : -1;
    int rc = setting_serve(setting, o, url, size, err);
    if (rc == 0)
        rc = start_controller(s, o, setting->user, url, err);
    if (rc == 0)
        rc = sensors_open(&s->sensors, o->sensors, session, err);
    return rc;
}

static int run(struct station *s, const struct table_options *o, struct setting *setting,
               const volatile sig_atomic_t *ended, struct cr_err *err)
{
    char url[CR_TITLE_MAX];
    s->needs_rules = !o->is_live;
    int rc = setting_rules(setting, o, s, ended, err);
    if (rc == 0)
        rc = start(s, o, setting, url, sizeof(url), err);
    if (rc != 0)
        return rc;
    s->own = setting->own != NULL ? own_floor_writer(setting->own) : NULL;
    s->says_envy = o->is_live;
    if (o->mode == TABLE_LINKED)
        rc = key_pin_start(&o->asking, o->name, &s->key_pin, err);
    if (rc == 0)
        rc = sender_start(setting->transport, &s->sender, err);
    if (rc == 0) {
        play(s, o, setting, url, ended);
        rc = s->status;
        *err = s->err;
    }
    key_pin_stop(s->key_pin);
    sensors_close(&s->sensors);
    return rc;
}

int run_table(const struct table_options *options, const volatile sig_atomic_t *ended,
              struct cr_err *err)
{
    static struct setting setting;
    struct station *s = calloc(1, sizeof(*s));
    if (s == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    int rc = journal_open(&s->journal, options->state, err);
    if (rc == 0) {
        rc = setting_start(&setting, options, err);
        if (rc == 0)
            rc = run(s, options, &setting, ended, err);
        setting_stop(&setting);
        journal_close(&s->journal);
    }
    free(s);
    return rc;
}
