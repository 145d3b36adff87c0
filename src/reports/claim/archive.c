/* Builds the archive of a claim: a tar file with events, papers, documents and proofs. */
#include "reports/claim/archive.h"

#include "base/check.h"
#include "base/err.h"
#include "base/hex.h"
#include "base/text.h"
#include "log/proof/archive_pick.h"
#include "reports/claim/claim_gather.h"
#include "reports/claim/claim_papers.h"

#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tar format ---- */

#define TAR_NAME_MAX 99

#define BLOCK 512

/* The header of a file in the archive, as it is written. */
struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100];
    char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], rest[12];
};
_Static_assert(sizeof(struct header) == BLOCK, "a header is a block");

static void put_octal(char *field, size_t size, uint64_t value)
{
    char digits[32];
    snprintf(digits, sizeof(digits), "%0*llo", (int)size - 1, (unsigned long long)value);
    CHECK(strlen(digits) == size - 1);
    memcpy(field, digits, size);
}

/* Adds a file. name: at most TAR_NAME_MAX bytes; time_s: since 1970. */
static void tar_add(struct text *tar, const char *name, int64_t time_s, const char *data,
                    size_t len)
{
    struct header h;
    unsigned sum = 0;
    CHECK(strlen(name) <= TAR_NAME_MAX && time_s >= 0);
    memset(&h, 0, sizeof(h));
    memcpy(h.name, name, strlen(name));
    put_octal(h.mode, sizeof(h.mode), 0644);
    put_octal(h.uid, sizeof(h.uid), 0);
    put_octal(h.gid, sizeof(h.gid), 0);
    put_octal(h.size, sizeof(h.size), len);
    put_octal(h.mtime, sizeof(h.mtime), (uint64_t)time_s);
    h.type = '0';
    memcpy(h.magic, "ustar", 6);
    memcpy(h.version, "00", 2);
    /* While the checksum is summed up, its own field holds blanks. */
    memset(h.checksum, ' ', sizeof(h.checksum));
    for (size_t i = 0; i < sizeof(h); i++)
        sum += ((const unsigned char *)&h)[i];
    put_octal(h.checksum, 7, sum);
    text_add_len(tar, (const char *)&h, sizeof(h));
    text_add_len(tar, data, len);
    text_add_repeated(tar, '\0', (BLOCK - len % BLOCK) % BLOCK);
}

/* Ends the archive; nothing may be added afterwards. */
static void tar_end(struct text *tar)
{
    text_add_repeated(tar, '\0', (size_t)2 * BLOCK);
}

struct maker {
    const struct archive_source *source;
    uint64_t claim;
    int64_t time_s; /* modification time of all files: when the claim was made */
    struct text *tar;
    struct text manifest, events;
    struct cr_err *err;
};

/* ---- Files ---- */

static void add_file(struct maker *m, const char *name, const char *data, size_t len)
{
    char full[TAR_NAME_MAX + 1], line[2 * TREE_HASH + 1];
    uint8_t hash[TREE_HASH];
    snprintf(full, sizeof(full), "claim-%llu/%s", (unsigned long long)m->claim, name);
    tar_add(m->tar, full, m->time_s, data, len);
    crypto_generichash(hash, sizeof(hash), (const unsigned char *)data, len, NULL, 0);
    hex_encode(hash, sizeof(hash), line);
    text_add(&m->manifest, line);
    text_add(&m->manifest, "  ");
    text_add(&m->manifest, name);
    text_add_char(&m->manifest, '\n');
}

static void add_read_me(struct maker *m)
{
    char text[3072];
    const int len = snprintf(
        text, sizeof(text),
        "Evidence of claim %llu on floor %s\n\n"
        "events.jsonl     the events of the claim and of its round, the configuration in force,\n"
        "                 and who the people are: exactly as they stand in the log\n"
        "receipt.*        what was paid, to which seat, approved by whom (of a paid claim)\n"
        "derivation.*     how the amount arose (of a paid claim)\n"
        "documents/       house rules and progressive in force\n"
        "%s"
        "manifest.txt     BLAKE2b-256 of every file\n\n%s",
        (unsigned long long)m->claim, store_identity(m->source->store),
        m->source->checkpoint != NULL
            ? "checkpoint.txt   the signed state of the log\n"
              "key.txt          the public key that signed it\n"
              "proofs/          for each event up to there, that it is in that log\n"
            : "",
        m->source->checkpoint != NULL
            ? "To check it, compile croupier-verify (it needs libsodium and libyaml only) and run\n"
              "for each file of proofs/:\n\n"
              "    croupier-verify --proof proofs/SEQ.txt checkpoint.txt --key key.txt\n\n"
              "Compare key.txt with the key that the floor made known before the claim, and\n"
              "checkpoint.txt with one that a witness kept: a key or a checkpoint from this\n"
              "archive alone proves only that its parts belong together. That the amounts add up\n"
              "over the whole log is confirmed on an export:\n\n"
              "    croupier-verify export.jsonl checkpoints --key key.txt --claim NUMBER\n"
            : "No checkpoint of this log was at hand: this archive is a copy and proves nothing.\n"
              "Make it on a floor that signs checkpoints (croupier serve --trust DIR).\n");
    add_file(m, "README.txt", text, (size_t)len);
}

static int add_paper(struct maker *m, const char *name,
                     int (*build)(struct store *, uint64_t, struct paper **, struct cr_err *))
{
    static const enum paper_format formats[] = {PAPER_AS_PDF, PAPER_AS_JSON};
    struct paper *paper = NULL;
    int rc = build(m->source->store, m->claim, &paper, m->err);
    for (size_t i = 0; rc == 0 && i < 2; i++) {
        char file[64], *data = NULL;
        size_t len = 0;
        rc = paper_render(paper, formats[i], &data, &len, m->err);
        snprintf(file, sizeof(file), "%s.%s", name, paper_forms[formats[i]].extension);
        if (rc == 0)
            add_file(m, file, data, len);
        free(data);
    }
    paper_free(paper);
    return rc;
}

/* ---- Events ---- */

static int add_document(struct maker *m, const struct floor_event *e)
{
    char name[96], hex[2 * CR_HASH_BYTES + 1];
    hex_encode(e->document, CR_HASH_BYTES, hex);
    snprintf(name, sizeof(name), "documents/%.16s.yaml", hex);
    add_file(m, name, e->text, e->text_len);
    return 0;
}

static int add_event(void *context, const struct store_event *event)
{
    struct maker *m = context;
    struct floor_event *e = malloc(sizeof(*e));
    if (e == NULL)
        return err_set(m->err, CR_E_IO, "out of memory");
    text_add_len(&m->events, event->body, event->len);
    text_add_char(&m->events, '\n');
    int rc = event_decode(event->body, event->len, e, m->err);
    if (rc == 0 && e->kind == FLOOR_DOCUMENT_ADDED)
        rc = add_document(m, e);
    free(e);
    return rc;
}

static int add_proof(struct maker *m, uint64_t seq)
{
    char name[64], *text = NULL;
    size_t len = 0;
    const struct archive_source *s = m->source;
    int rc = s->prove(s->prover, s->store, seq, s->checkpoint->seq, &text, &len, m->err);
    if (rc == CR_E_NOT_FOUND)
        return 0; /* newer than the checkpoint: an archive made later has its proof */
    snprintf(name, sizeof(name), "proofs/%llu.txt", (unsigned long long)seq);
    if (rc == 0)
        add_file(m, name, text, len);
    free(text);
    return rc;
}

static int add_events(struct maker *m, const struct pick *picked)
{
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < picked->count; i++)
        rc = store_read(m->source->store, picked->seqs[i], 1, add_event, m, m->err);
    if (rc == 0)
        add_file(m, "events.jsonl", m->events.data != NULL ? m->events.data : "", m->events.len);
    for (size_t i = 0; rc == 0 && m->source->checkpoint != NULL && i < picked->count; i++)
        rc = add_proof(m, picked->seqs[i]);
    return rc;
}

/* ---- The whole archive ---- */

static void add_checkpoint(struct maker *m)
{
    char text[CHECKPOINT_TEXT_MAX], key[2 * TREE_HASH + 2];
    if (m->source->checkpoint == NULL)
        return;
    add_file(m, "checkpoint.txt", text, checkpoint_encode(m->source->checkpoint, text));
    hex_encode(m->source->checkpoint->key, TREE_HASH, key);
    strcat(key, "\n");
    add_file(m, "key.txt", key, strlen(key));
}

static int add_all(struct maker *m, const struct claim_story *story)
{
    struct pick picked;
    add_read_me(m);
    int rc = pick_events(m->source->store, &story->made, &picked, m->err);
    if (rc != 0)
        return rc;
    rc = add_events(m, &picked);
    pick_free(&picked);
    if (rc == 0 && story->is_paid)
        rc = add_paper(m, "receipt", paper_receipt);
    if (rc == 0 && story->is_paid)
        rc = add_paper(m, "derivation", paper_derivation);
    if (rc != 0)
        return rc;
    add_checkpoint(m);
    char name[TAR_NAME_MAX + 1];
    snprintf(name, sizeof(name), "claim-%llu/manifest.txt", (unsigned long long)m->claim);
    tar_add(m->tar, name, m->time_s, m->manifest.data, m->manifest.len);
    tar_end(m->tar);
    if (m->tar->cut || m->manifest.cut || m->events.cut)
        return err_set(m->err, CR_E_IO, "out of memory");
    return 0;
}

int archive_claim(const struct archive_source *source, uint64_t claim, struct text *tar,
                  struct cr_err *err)
{
    struct claim_story *story = NULL;
    struct maker m = {.source = source, .claim = claim, .tar = tar, .err = err};
    int rc = claim_gather(source->store, claim, &story, err);
    if (rc != 0)
        return rc;
    m.time_s = story->made.time_ms / 1000;
    if (story->is_award) {
        rc = err_refuse(err, CR_E_NOT_FOUND, REASON_NO_SUCH_CLAIM, "claim",
                        "event %llu is an award paid at once, no claim", (unsigned long long)claim);
    } else {
        rc = add_all(&m, story);
    }
    text_free(&m.manifest);
    text_free(&m.events);
    claim_story_free(story);
    if (rc != 0)
        text_free(tar);
    return rc;
}
