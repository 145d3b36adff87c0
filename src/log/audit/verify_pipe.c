/* Events from the store to several readers. The first reader gets each event as it comes from the
 * store; for the others it is copied once into blocks, which each of them goes over in order, in a
 * thread of its own. A fixed ring of blocks: memory does not grow with the log. */
#include "base/check.h"
#include "base/err.h"
#include "log/audit/verify_internal.h"
#include "os/mutex.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_EVENTS 2048
#define BLOCK_BYTES  (2u * 1024 * 1024)
#define BLOCKS       4
#define READERS_MAX  2
_Static_assert(BLOCK_BYTES >= STORE_BODY_MAX, "an empty block has room for any event");

struct block {
    size_t count, used;
    struct store_event events[BLOCK_EVENTS];
    char *bytes;
};

struct pipe;

struct reader {
    struct pipe *pipe;
    verify_reader *read;
    uint64_t done; /* blocks */
    pthread_t thread;
};

struct pipe {
    struct verifier *v;
    verify_reader *first;
    struct block blocks[BLOCKS];
    struct mutex lock; /* filled, ended, done of the readers */
    uint64_t filled;   /* blocks that readers may read */
    bool ended;
    unsigned reader_count, started;
    struct reader readers[READERS_MAX];
    uint64_t to, seen;
    struct cr_err *err;
};

/* ---- Readers ---- */

static void read_block(const struct pipe *p, verify_reader *read, const struct block *block)
{
    for (size_t i = 0; i < block->count && !verify_is_stopped(p->v); i++)
        read(p->v, &block->events[i]);
}

static void *run_reader(void *context)
{
    struct reader *r = context;
    struct pipe *p = r->pipe;
    mutex_lock(&p->lock);
    for (;;) {
        while (r->done == p->filled && !p->ended)
            mutex_wait(&p->lock);
        if (r->done == p->filled)
            break;
        mutex_unlock(&p->lock);
        read_block(p, r->read, &p->blocks[r->done % BLOCKS]);
        mutex_lock(&p->lock);
        r->done++;
        mutex_wake(&p->lock);
    }
    mutex_unlock(&p->lock);
    return NULL;
}

/* ---- The store's side ---- */

static bool is_free(const struct pipe *p)
{
    for (unsigned i = 0; i < p->started; i++)
        if (p->filled - p->readers[i].done >= BLOCKS)
            return false;
    return true;
}

/* The block being filled is complete: readers may have it, and the next one is waited for. */
static void hand_over(struct pipe *p)
{
    struct block *block = &p->blocks[p->filled % BLOCKS];
    if (block->count == 0)
        return;
    if (p->started == 0) {
        for (unsigned i = 0; i < p->reader_count; i++)
            read_block(p, p->readers[i].read, block);
    } else {
        mutex_lock(&p->lock);
        p->filled++;
        mutex_wake(&p->lock);
        while (!is_free(p))
            mutex_wait(&p->lock);
        mutex_unlock(&p->lock);
        block = &p->blocks[p->filled % BLOCKS];
    }
    block->count = block->used = 0;
    if (p->v->options->progress != NULL)
        p->v->options->progress(p->v->options->context, p->seen, p->to);
}

static int take_event(void *context, const struct store_event *event)
{
    struct pipe *p = context;
    struct block *block = &p->blocks[p->filled % BLOCKS];
    if (block->count == BLOCK_EVENTS || BLOCK_BYTES - block->used < event->len) {
        hand_over(p);
        block = &p->blocks[p->filled % BLOCKS];
    }
    p->first(p->v, event);
    struct store_event *kept = &block->events[block->count++];
    *kept = *event;
    kept->body = block->bytes + block->used;
    memcpy(block->bytes + block->used, event->body, event->len);
    block->used += event->len;
    p->seen = event->seq;
    if (p->v->out_of_memory)
        return err_set(p->err, CR_E_IO, "out of memory");
    if (verify_is_stopped(p->v) || atomic_load(&p->v->refused))
        return err_set(p->err, CR_E_STATE, "stopped");
    return 0;
}

static void start_readers(struct pipe *p)
{
    if (p->v->options->one_thread)
        return;
    for (; p->started < p->reader_count; p->started++) {
        struct reader *r = &p->readers[p->started];
        CHECK(pthread_create(&r->thread, NULL, run_reader, r) == 0);
    }
}

static void end_readers(struct pipe *p)
{
    hand_over(p);
    mutex_lock(&p->lock);
    p->ended = true;
    mutex_wake(&p->lock);
    mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->started; i++)
        CHECK(pthread_join(p->readers[i].thread, NULL) == 0);
}

static struct pipe *new_pipe(struct verifier *v, verify_reader *first,
                             verify_reader *const *readers, unsigned count)
{
    struct pipe *p = calloc(1, sizeof(*p));
    char *bytes = malloc((size_t)BLOCKS * BLOCK_BYTES);
    if (p == NULL || bytes == NULL) {
        free(p);
        free(bytes);
        return NULL;
    }
    p->v = v;
    for (unsigned i = 0; i < BLOCKS; i++)
        p->blocks[i].bytes = bytes + (size_t)i * BLOCK_BYTES;
    mutex_init(&p->lock);
    for (unsigned i = 0; i < count; i++)
        p->readers[i] = (struct reader){.pipe = p, .read = readers[i]};
    p->first = first;
    p->reader_count = count;
    return p;
}

int verify_pipe_run(struct verifier *v, struct store *store, uint64_t from, uint64_t to,
                    verify_reader *first, verify_reader *const *readers, unsigned count,
                    struct cr_err *err)
{
    CHECK(count <= READERS_MAX);
    if (from > to)
        return 0;
    struct pipe *p = new_pipe(v, first, readers, count);
    if (p == NULL)
        return err_set(err, CR_E_IO, "out of memory");
    p->to = to;
    p->seen = from - 1;
    p->err = err;
    start_readers(p);
    int rc = store_read(store, from, to - from + 1, take_event, p, err);
    end_readers(p);
    mutex_destroy(&p->lock);
    free(p->blocks[0].bytes);
    free(p);
    return rc;
}
