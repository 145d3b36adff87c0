/* frauds NIGHTS DIR: writes every fraud as a log of its own, signed with the house's key:
 * DIR/N.jsonl, DIR/N.checkpoint, and DIR/N.db for `croupier verify`. DIR/list has a line for each:
 * its number, the event that breaks the rule, that event's kind, the words of croupier-verify, its
 * title. The honest nights are NIGHTS/1.jsonl, …; they are told again without any change as
 * DIR/honestN. */
#include "fraud_list.h"
#include "sign_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NIGHTS 6

static void must(int rc, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "frauds: %s\n", what);
    exit(1);
}

static void fill_store(struct store *store, const struct forger *g)
{
    struct cr_err err = {0};
    struct store_head head;
    must(store_begin(store, &head, &err), err.text);
    for (size_t i = 0; i < g->count; i++) {
        struct store_event event = {head.seq + 1, g->lines[i], (uint32_t)strlen(g->lines[i]), {0}};
        store_chain(head.hash, event.body, event.len, event.hash);
        must(store_append(store, &event, 1, NULL, 0, &err), err.text);
        head.seq = event.seq;
        memcpy(head.hash, event.hash, sizeof head.hash);
    }
    must(store_commit(store, &err), err.text);
}

/* Writes the log in every form in which somebody may check it. */
static void write_log(const struct forger *g, const char *dir, const char *name)
{
    char path[512];
    struct cr_err err = {0};
    struct store *store = NULL;
    struct checkpoint c;
    snprintf(path, sizeof path, "%s/%s.db", dir, name);
    must(store_open(path, STORE_CREATE, &store, &err), err.text);
    fill_store(store, g);
    snprintf(path, sizeof path, "%s/%s.jsonl", dir, name);
    write_export(store, path);
    sign_log(store, 0, 7, &c);
    snprintf(path, sizeof path, "%s/%s.checkpoint", dir, name);
    write_checkpoint(&c, path);
    store_close(store);
}

/* The kind is taken from the text in the log. */
static void list_fraud(FILE *list, const struct forger *g, const char *name)
{
    const char *kind = strstr(g->lines[g->seen - 1], "\"kind\":\"") + strlen("\"kind\":\"");
    fprintf(list, "%s\t%llu\t%.*s\t%s\t%s\n", name, (unsigned long long)g->seen,
            (int)strcspn(kind, "\""), kind, g->fraud->rule, g->fraud->title);
}

static void tell(const struct fraud *fraud, char **argv, const char *name, FILE *list)
{
    static struct forger g;
    char path[512];
    snprintf(path, sizeof path, "%s/%u.jsonl", argv[1], fraud->night);
    forger_tell(&g, fraud, path);
    write_log(&g, argv[2], name);
    if (list != NULL)
        list_fraud(list, &g, name);
    forger_free(&g);
}

int main(int argc, char **argv)
{
    char path[512], name[32];
    if (argc != 3)
        return 2;
    snprintf(path, sizeof path, "%s/list", argv[2]);
    FILE *list = fopen(path, "w");
    must(list == NULL, path);
    for (unsigned night = 1; night <= NIGHTS; night++) {
        const struct fraud nothing = {"nothing", night, .kind = FLOOR_LINK_OPENED};
        snprintf(name, sizeof name, "honest%u", night);
        tell(&nothing, argv, name, NULL);
    }
    for (size_t i = 0; i < fraud_count; i++) {
        snprintf(name, sizeof name, "%zu", i + 1);
        tell(&fraud_list[i], argv, name, list);
    }
    return fclose(list) == 0 ? 0 : 1;
}
