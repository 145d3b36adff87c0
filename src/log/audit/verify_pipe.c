/* Events from the store to several readers. The first reader gets each event as it comes from the
 * store; for the others it is copied once into blocks, which each of them reads in order. The
 * blocks form a fixed ring, so memory does not grow with the log.
 *
 * Two threads share the work. A helper thread runs the readers over the blocks; the thread that
 * reads the store helps with that when the ring is full. So both threads are busy all the time,
 * whichever part of the work takes longest.
 */
#include "base/check.h"
#include "base/err.h"
#include "log/audit/verify_internal.h"
#include "os/mutex.h"
#include "os/thread.h"

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

struct reader {
    verify_reader *read;
    uint64_t done; /* blocks that it has read */
    bool is_busy;  /* a thread is reading its next block */
};

struct pipe {
    struct verifier *v;
    verify_reader *first;
    struct block blocks[BLOCKS];
    struct mutex lock; /* guards filled, ended and readers */
    uint64_t filled;   /* blocks that readers may read */
    bool ended;
    unsigned reader_count;
    struct reader readers[READERS_MAX];
    bool has_helper;
    pthread_t helper;
    uint64_t to, seen;
    struct cr_err *err;
};

/* ---- Readers ---- */

static void read_block(struct verifier *v, verify_reader *read, const struct block *block)
{
    const size_t count = block->count;
    for (size_t i = 0; i < count && !verify_is_stopped(v); i++)
        read(v, &block->events[i]);
}

/* Of the readers that are idle and have a block to read, the one furthest behind; NULL for none. */
static struct reader *next_turn(struct pipe *p)
{
    struct reader *next = NULL;
    for (unsigned i = 0; i < p->reader_count; i++) {
        struct reader *r = &p->readers[i];
        if (!r->is_busy && r->done < p->filled && (next == NULL || r->done < next->done))
            next = r;
    }
    return next;
}

/* Runs a reader over its next block; the lock is released meanwhile. */
static void take_turn(struct pipe *p, struct reader *r)
{
    r->is_busy = true;
    mutex_unlock(&p->lock);
    read_block(p->v, r->read, &p->blocks[r->done % BLOCKS]);
    mutex_lock(&p->lock);
    r->is_busy = false;
    r->done++;
    mutex_wake(&p->lock);
}

/* Runs a reader that has a block to read, or waits until something changes. */
static void help_or_wait(struct pipe *p)
{
    struct reader *next = next_turn(p);
    if (next != NULL)
        take_turn(p, next);
    else
        mutex_wait(&p->lock);
}

static bool is_read_up_to(const struct pipe *p, uint64_t blocks)
{
    for (unsigned i = 0; i < p->reader_count; i++)
        if (p->readers[i].done < blocks)
            return false;
    return true;
}

static void run_helper(void *context)
{
    struct pipe *p = context;
    mutex_lock(&p->lock);
    while (!p->ended || !is_read_up_to(p, p->filled))
        help_or_wait(p);
    mutex_unlock(&p->lock);
}

/* ---- The store's side ---- */

/* Gives the block that was filled to the readers, and waits until the next one of the ring is
 * free. */
static void hand_over(struct pipe *p)
{
    if (p->blocks[p->filled % BLOCKS].count == 0)
        return;
    mutex_lock(&p->lock);
    p->filled++;
    mutex_wake(&p->lock);
    /* Without a helper each block is read at once, while it is in the processor's cache. */
    const uint64_t behind = p->has_helper ? BLOCKS - 1 : 0;
    while (p->filled > behind && !is_read_up_to(p, p->filled - behind))
        help_or_wait(p);
    mutex_unlock(&p->lock);
    struct block *block = &p->blocks[p->filled % BLOCKS];
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

static void start_helper(struct pipe *p)
{
    p->has_helper = !p->v->options->one_thread;
    CHECK(!p->has_helper || thread_start(&p->helper, "verify", run_helper, p));
}

static void end_readers(struct pipe *p)
{
    hand_over(p);
    mutex_lock(&p->lock);
    p->ended = true;
    mutex_wake(&p->lock);
    while (!is_read_up_to(p, p->filled))
        help_or_wait(p);
    mutex_unlock(&p->lock);
    if (p->has_helper)
        thread_join(p->helper);
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
        p->readers[i] = (struct reader){.read = readers[i]};
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
    start_helper(p);
    int rc = store_read(store, from, to - from + 1, take_event, p, err);
    end_readers(p);
    mutex_destroy(&p->lock);
    free(p->blocks[0].bytes);
    free(p);
    return rc;
}
