/* A player's connection to the managers: joining, numbering, repeating. */
#include "kill/player.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ANSWER_MS   10000
#define PATIENCE_MS 180000
#define REFUSALS    200 /* refusals in a row */
#define PAUSE_MS    10

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool give_up(struct player *p, const char *path, const char *why)
{
    fprintf(stderr, "load: table %s, %s: %s (sent %.300s)\n", p->counted.id, path, why, p->body);
    p->failed = true;
    /* Ends the load, because the other tables need not go on. */
    kill(getpid(), SIGTERM);
    return false;
}

/* Waits a moment while no manager runs. */
static void pause_briefly(void)
{
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    nanosleep(&pause, NULL);
}

/* Tries a request once. Returns the status, or 0 if there was no answer; then the next manager is
 * tried the next time. */
static unsigned try_once(struct player *p, const char *path, const char *body,
                         struct http_client_answer *a)
{
    struct cr_err err = {0};
    const int rc =
        http_call(p->managers[p->current], "POST", path, body, strlen(body), ANSWER_MS, a, &err);
    if (rc == 0 && a->status != 503)
        return a->status;
    p->breaks += p->joined;
    p->joined = false;
    p->current = (p->current + 1) % p->manager_count;
    if (p->current == 0)
        pause_briefly();
    return 0;
}

/* Kills the manager at the worst moment: it has answered and done nothing else since. */
static void strike(struct player *p)
{
    const pid_t pid = atomic_exchange(p->victim, 0);
    if (pid > 0)
        kill(pid, SIGKILL);
}

static bool keep_ack(struct player *p, const char *path, const char *body, size_t len)
{
    strike(p);
    if (len >= sizeof(p->answer) || !acks_add(&p->acks, body, len))
        return give_up(p, path, "the answer is no event");
    memcpy(p->answer, body, len);
    p->answer[len] = '\0';
    p->answer_len = len;
    return true;
}

uint64_t player_last_event(const struct player *p)
{
    return p->acks.list[p->acks.count - 1].seq;
}

/* Keeps the event in an answer of the form {"event":…,"table":{…}}. */
static bool take_join(struct player *p, const char *path, const struct http_client_answer *a)
{
    static const char begin[] = "{\"event\":";
    const char *end = strstr(a->body, ",\"table\":{");
    const char *epoch = strstr(a->body, "\"epoch\":");
    if (strncmp(a->body, begin, sizeof(begin) - 1) != 0 || end == NULL || epoch == NULL)
        return give_up(p, path, a->body);
    const char *event = a->body + sizeof(begin) - 1;
    if (!keep_ack(p, path, event, (size_t)(end - event)))
        return false;
    const uint64_t now = strtoull(epoch + 8, NULL, 10);
    if (p->epoch != 0 && now != p->epoch)
        return give_up(p, path, "a table that kept its memory was given a new epoch");
    p->epoch = now;
    p->joined = true;
    return true;
}

/* Returns false if there is no answer yet or the player has given up. */
static bool join(struct player *p)
{
    char path[128], body[256];
    struct http_client_answer a;
    snprintf(path, sizeof(path), "/api/v1/tables/%s/join", p->counted.id);
    if (p->epoch == 0)
        snprintf(body, sizeof(body), "{\"instance\":\"%s\"}", p->instance);
    else if (p->seq == 0)
        snprintf(body, sizeof(body), "{\"instance\":\"%s\",\"acked_epoch\":%llu}", p->instance,
                 (unsigned long long)p->epoch);
    else
        snprintf(body, sizeof(body),
                 "{\"instance\":\"%s\",\"acked_epoch\":%llu,\"acked_seq\":%llu}", p->instance,
                 (unsigned long long)p->epoch, (unsigned long long)p->seq);
    const unsigned status = try_once(p, path, body, &a);
    if (status == 0)
        return false;
    return status == 200 ? take_join(p, path, &a) : give_up(p, path, a.body);
}

/* V2: repeats the last command, which must get the same bytes. */
static bool repeat(struct player *p, const char *path)
{
    struct http_client_answer a;
    const unsigned status = try_once(p, path, p->body, &a);
    if (status == 0)
        return true;
    if (status == 409) {
        p->joined = false;
        return true;
    }
    p->repeats++;
    if (status != 200 || a.len != p->answer_len || memcmp(a.body, p->answer, a.len) != 0)
        return give_up(p, path, "a repeat got another answer than the first time");
    return true;
}

static bool send_body(struct player *p, const char *path)
{
    const int64_t until = now_ms() + PATIENCE_MS;
    unsigned refused = 0;
    while (now_ms() < until) {
        struct http_client_answer a;
        if (!p->joined && !join(p)) {
            if (p->failed)
                return false;
            continue;
        }
        const unsigned status = try_once(p, path, p->body, &a);
        if (status == 200)
            return keep_ack(p, path, a.body, a.len);
        if (status == 0)
            continue;
        /* The table may have been declared lost meanwhile. */
        p->joined = false;
        if (status != 409 || ++refused == REFUSALS)
            return give_up(p, path, a.body);
    }
    return give_up(p, path, "no manager for three minutes");
}

bool player_send(struct player *p, const char *kind, const char *format, ...)
{
    char path[128];
    va_list args;
    if (p->failed)
        return false;
    while (p->epoch == 0 && !p->failed)
        join(p);
    snprintf(path, sizeof(path), "/api/v1/tables/%s/events", p->counted.id);
    int len =
        snprintf(p->body, sizeof(p->body), "{\"kind\":\"%s\",\"epoch\":%llu,\"table_seq\":%llu",
                 kind, (unsigned long long)p->epoch, (unsigned long long)p->seq + 1);
    va_start(args, format);
    len += vsnprintf(p->body + len, sizeof(p->body) - (size_t)len, format, args);
    va_end(args);
    snprintf(p->body + len, sizeof(p->body) - (size_t)len, "}");
    if (!send_body(p, path))
        return false;
    p->seq++;
    p->counted.events++;
    return rng_below(&p->rng, 16) != 0 || repeat(p, path);
}

bool player_desk(struct player *p, uint64_t claim, const char *step, const char *format, ...)
{
    char path[128];
    va_list args;
    if (p->failed)
        return false;
    snprintf(path, sizeof(path), "/api/v1/claims/%llu/%s", (unsigned long long)claim, step);
    va_start(args, format);
    vsnprintf(p->body, sizeof(p->body), format, args);
    va_end(args);
    const int64_t until = now_ms() + PATIENCE_MS;
    bool is_unsure = false;
    while (now_ms() < until) {
        struct http_client_answer a;
        const unsigned status = try_once(p, path, p->body, &a);
        if (status == 200)
            return keep_ack(p, path, a.body, a.len);
        if (status != 0)
            return is_unsure || give_up(p, path, a.body);
        is_unsure = true;
    }
    return give_up(p, path, "no manager for three minutes");
}

void player_beat(struct player *p)
{
    char path[128], body[128];
    struct http_client_answer a;
    if (!p->joined)
        return;
    snprintf(path, sizeof(path), "/api/v1/tables/%s/heartbeat", p->counted.id);
    snprintf(body, sizeof(body), "{\"instance\":\"%s\",\"epoch\":%llu}", p->instance,
             (unsigned long long)p->epoch);
    const unsigned status = try_once(p, path, body, &a);
    if (status == 409)
        p->joined = false;
    else if (status != 0 && status != 200)
        give_up(p, path, a.body);
}
