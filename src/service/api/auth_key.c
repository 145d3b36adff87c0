/* TAB-3: keys 008 and 009 belong to people. A person who is to turn one at a table gives a PIN
 * there first; for AUTH_KEY_MS the table may then write that this person turned it. PIT-17: the
 * same holds for everything else that a table says a person has done there. */
#include "service/api/auth.h"

#include "os/clock.h"

#include <string.h>

/* ---- The PINs that were given; with the lock held ---- */

/* Drops old entries. They are kept for longer than the PIN is valid, because a key is put away
 * later. */
static void sweep(struct auth *auth, int64_t now_ms)
{
    for (unsigned i = auth->key_count; i-- > 0;)
        if (auth->keys[i].until_ms + AUTH_KEY_KNOWN_MS <= now_ms)
            auth->keys[i] = auth->keys[--auth->key_count];
}

/* Finds an entry, also one that is no longer valid. person NULL: anybody's. */
static struct auth_key *find_known(struct auth *auth, const char *table, const char *person,
                                   uint8_t key, int64_t now_ms)
{
    sweep(auth, now_ms);
    for (unsigned i = 0; i < auth->key_count; i++) {
        struct auth_key *k = &auth->keys[i];
        if (k->key == key && strcmp(k->table, table) == 0 &&
            (person == NULL || strcmp(k->person, person) == 0))
            return k;
    }
    return NULL;
}

static struct auth_key *find(struct auth *auth, const char *table, const char *person, uint8_t key,
                             int64_t now_ms)
{
    struct auth_key *k = find_known(auth, table, person, key, now_ms);
    return k != NULL && k->until_ms > now_ms ? k : NULL;
}

/* Whether the person has given the PIN at the table, for a key or anything else, and it is still
 * valid. */
static bool has_shown(struct auth *auth, const char *table, const char *person, int64_t now_ms)
{
    bool shown = false;
    for (uint8_t key = CR_KEY_NONE; key <= CR_KEY_HIGH; key++)
        shown = shown || find(auth, table, person, key, now_ms) != NULL;
    return shown;
}

static void remember(struct auth *auth, const struct auth_task *task)
{
    const int64_t now_ms = clock_mono_ms();
    mutex_lock(&auth->lock);
    struct auth_key *k = find_known(auth, task->table, task->person, task->key, now_ms);
    if (k == NULL) {
        unsigned oldest = 0;
        for (unsigned i = 1; i < auth->key_count; i++)
            if (auth->keys[i].until_ms < auth->keys[oldest].until_ms)
                oldest = i;
        k = &auth->keys[auth->key_count < AUTH_KEYS_MAX ? auth->key_count++ : oldest];
    }
    memcpy(k->table, task->table, sizeof(k->table));
    memcpy(k->person, task->person, sizeof(k->person));
    k->key = task->key;
    k->until_ms = now_ms + AUTH_KEY_MS;
    mutex_unlock(&auth->lock);
}

/* ---- Giving a PIN ---- */

static int refuse_table(const char *table, struct cr_err *err)
{
    return err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_TABLE, "table", "there is no \"%s\"",
                      table);
}

/* Whether the person may hold the key that is asked for, or run the pit; if neither is asked for,
 * whether they may act at a table at all. */
static int check_holder(const struct floor *f, const struct auth_task *task, struct cr_err *err)
{
    const struct floor_person *p = floor_person_find(f, task->person);
    const enum floor_right right = task->key != 0   ? RIGHT_KEY
                                   : task->is_house ? RIGHT_HOUSE
                                                    : RIGHT_LOOK;
    if (p != NULL && !p->is_barred && role_may(p->role, right))
        return 0;
    return err_refuse(err, CR_E_STATE, REASON_PIN_REFUSED, "user", "%s %s", task->person,
                      p == NULL        ? "is not a person of this floor"
                      : p->is_barred   ? "is barred"
                      : task->key != 0 ? "may not hold a key"
                      : task->is_house ? "may not decide that; a supervisor or manager does"
                                       : "may not be at a table");
}

/* PIT-10: refuses the wrong people when the PIN is given, and not only when the key is turned. */
static int check_people(struct api *api, const struct auth_task *task, struct cr_err *err)
{
    const struct floor *f = writer_lock(api->writer);
    const uint32_t table = floor_find_table(f, task->table);
    int rc = table != FLOOR_NONE ? check_holder(f, task, err) : refuse_table(task->table, err);
    if (rc == 0 && task->key != 0 && task->by[0] != '\0')
        rc = floor_check_turner(f, table, task->by, err);
    writer_unlock(api->writer);
    return rc;
}

static size_t write_answer(const struct auth_task *task, char *body, size_t size)
{
    struct text t = text_in(body, size);
    json_open(&t, NULL, '{');
    json_text(&t, "user", task->person);
    view_word(&t, "key", view_words_of(FLOOR_KEY_TURNED, "key"), task->key);
    json_count(&t, "until", (uint64_t)(clock_wall_ms() + AUTH_KEY_MS));
    json_close(&t, '}');
    return t.len;
}

static struct problem refusal_of(const struct cr_err *err)
{
    if (err->code == CR_E_NOT_FOUND)
        return api_problem(err->code, err);
    return (struct problem){.status = 403,
                            .code = "pin",
                            .detail = err->text,
                            .field = err->field,
                            .reason = err->reason};
}

static void do_key(struct api *api, struct auth_task *task)
{
    char body[256];
    struct cr_err err = {0};
    const struct auth_place place = {
        .from = task->from, .asker = task->asker, .table = task->table};
    int rc = check_people(api, task, &err);
    /* the answer does not tell which of these was wrong */
    if (!auth_check(api, "pin", task->person, task->password, &place) ||
        (rc != 0 && err_is(&err, REASON_PIN_REFUSED)))
        rc = err_refuse(&err, CR_E_STATE, REASON_PIN_REFUSED, "pin",
                        "the name or the PIN is wrong, or the person has no key or is locked out");
    if (rc != 0) {
        const struct problem problem = refusal_of(&err);
        http_answer_problem(task->req, &problem);
        return;
    }
    remember(api->auth, task);
    http_answer(task->req, 200, HTTP_JSON, body, write_answer(task, body, sizeof(body)));
}

/* An open floor asks for no PIN, but still checks who may hold and turn a key. */
static void answer_openly(struct api *api, struct auth_task *task)
{
    char body[256];
    struct cr_err err = {0};
    if (check_people(api, task, &err) == 0) {
        http_respond(task->req, 200, HTTP_JSON, body, write_answer(task, body, sizeof(body)));
    } else {
        const struct problem problem = refusal_of(&err);
        http_respond_problem(task->req, &problem);
    }
    auth_task_free(task);
}

static int read_key(struct api *api, struct http_request *req, struct auth_task *task,
                    struct body_fault *fault)
{
    char key[8] = "", right[8] = "";
    const struct auth_member members[] = {
        {"user", task->person, sizeof(task->person), false},
        {"key", key, sizeof(key), true},
        {"pin", task->password, sizeof(task->password), api->auth->config.is_open},
        {"by", task->by, sizeof(task->by), true},
        {"right", right, sizeof(right), true},
    };
    int rc = auth_read(api, req, members, 5, fault);
    if (rc != 0)
        return rc;
    task->is_house = strcmp(right, "house") == 0;
    if (right[0] != '\0' && !task->is_house)
        return err_refuse(&fault->err, CR_E_INPUT, REASON_INVALID_VALUE, "right",
                          "expected 'house'");
    const char *const *words = view_words_of(FLOOR_KEY_TURNED, "key");
    for (unsigned i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], key) == 0)
            task->key = (uint8_t)(i + 1);
    if (task->key != 0 || key[0] == '\0')
        return 0;
    return err_refuse(&fault->err, CR_E_INPUT, REASON_INVALID_VALUE, "key",
                      "expected 'low' or 'high'");
}

/* The address may hold a longer name than any table has. */
static int read_table(const char *table, struct auth_task *task, struct body_fault *fault)
{
    if (strlen(table) >= sizeof(task->table))
        return refuse_table(table, &fault->err);
    memcpy(task->table, table, strlen(table) + 1);
    return 0;
}

void api_run_key(struct api *api, const struct api_row *row, struct http_request *req)
{
    struct body_fault fault = {.not_json = false};
    struct auth_task *task = auth_task_new(api, req, do_key);
    if (task == NULL)
        return;
    if (read_table(http_request_param(req, row->param), task, &fault) != 0 ||
        read_key(api, req, task, &fault) != 0)
        auth_task_refuse(task, &fault);
    else if (api->auth->config.is_open)
        answer_openly(api, task);
    else
        auth_task_submit(api, task);
}

/* ---- Events that name a person ---- */

/* V2: whether the log has the event already. It is then answered as it was the first time, however
 * long ago that was. */
static bool is_repeat(struct api *api, const struct floor_event *e)
{
    const struct floor *f = writer_lock(api->writer);
    const uint32_t table = floor_find_table(f, e->table);
    const bool repeat = table != FLOOR_NONE && f->plays[table].epoch == e->epoch &&
                        f->plays[table].seq >= e->table_seq;
    writer_unlock(api->writer);
    return repeat;
}

/* Whether the person is the dealer of the table, who gave a PIN when signing on. */
static bool is_dealer_there(struct api *api, const struct floor_event *e)
{
    const struct floor *f = writer_lock(api->writer);
    const uint32_t table = floor_find_table(f, e->table);
    const bool deals = table != FLOOR_NONE && strcmp(f->tables[table].dealer, e->user) == 0;
    writer_unlock(api->writer);
    return deals;
}

/* Whether a key may be turned; with the lock held. Position R opens nothing, so a key may be put
 * away however long ago its PIN was given, by the person who brought it; after a restart that is
 * not known, and anybody may. PIT-10: the PIN is that of the person who handed the key over. */
static bool may_turn(struct auth *auth, const struct floor_event *e)
{
    const int64_t now_ms = clock_mono_ms();
    const char *holder = e->person[0] != '\0' ? e->person : e->user;
    if (e->position != FLOOR_KEY_R)
        return find(auth, e->table, holder, e->key, now_ms) != NULL;
    return find_known(auth, e->table, holder, e->key, now_ms) != NULL ||
           find_known(auth, e->table, NULL, e->key, now_ms) == NULL;
}

static bool holder_has_shown(struct api *api, const struct floor_event *e)
{
    mutex_lock(&api->auth->lock);
    const bool shown = may_turn(api->auth, e);
    mutex_unlock(&api->auth->lock);
    return shown;
}

static void do_named(struct api *api, struct auth_task *task)
{
    const struct floor_event *e = &task->job->job.request.event;
    const bool is_holder = e->kind == FLOOR_KEY_TURNED && !holder_has_shown(api, e);
    if (!is_repeat(api, e) && (is_holder || !is_dealer_there(api, e))) {
        http_answer_problem(
            task->req, &(struct problem){.status = 403,
                                         .code = "pin",
                                         .detail = is_holder ? "user: this person has not shown a "
                                                               "PIN at this table for this key"
                                                             : "user: this person has not shown a "
                                                               "PIN at this table",
                                         .field = "user",
                                         .reason = reason_word(REASON_PIN_NEEDED)});
        return;
    }
    struct api_job *job = task->job;
    task->job = NULL;
    api_job_submit_deferred(job);
}

/* Whether everybody whom the event names has given a PIN at the table. PIT-10: for a key that was
 * handed over, these are its holder and the person who turns it. */
static bool has_proof(struct api *api, const struct floor_event *e)
{
    struct auth *auth = api->auth;
    const bool by_other = e->kind == FLOOR_KEY_TURNED && e->person[0] != '\0';
    if (e->user[0] == '\0')
        return true;
    mutex_lock(&auth->lock);
    bool proved = e->kind != FLOOR_KEY_TURNED || may_turn(auth, e);
    if (e->kind != FLOOR_KEY_TURNED || by_other)
        proved = proved && has_shown(auth, e->table, e->user, clock_mono_ms());
    mutex_unlock(&auth->lock);
    return proved;
}

bool auth_may_name(struct api *api, struct api_job *job)
{
    if (api->auth->config.is_open || has_proof(api, &job->job.request.event))
        return true;
    struct auth_task *task = auth_task_new(api, job->req, do_named);
    if (task == NULL) {
        api_job_free(job);
        return false;
    }
    task->job = job;
    auth_task_submit(api, task);
    return false;
}
