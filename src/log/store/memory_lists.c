/* Lists of events and of versions of rows, for the store in memory. Tests that run out of memory
 * end. */
#include "log/store/memory_lists.h"

#include "base/check.h"
#include "base/list.h"

#include <stdlib.h>
#include <string.h>

void *memory_bytes(const void *bytes, size_t len)
{
    void *copy = malloc(len ? len : 1);
    CHECK(copy);
    if (len)
        memcpy(copy, bytes, len);
    return copy;
}

void memory_events_add(struct event_list *list, struct kept_event event)
{
    CHECK(list_grow(&list->items, &list->room, list->count, sizeof *list->items));
    list->items[list->count++] = event;
}

void memory_events_cut(struct event_list *list, size_t count)
{
    while (list->count > count)
        free(list->items[--list->count].body);
}

void memory_rows_add(struct row_list *list, struct row_version row)
{
    CHECK(list_grow(&list->items, &list->room, list->count, sizeof *list->items));
    list->items[list->count++] = row;
}

void memory_rows_cut(struct row_list *list, size_t count)
{
    while (list->count > count)
        free(list->items[--list->count].body);
}

void memory_secrets_add(struct secret_list *list, const char *id, const char *text, uint64_t seq)
{
    CHECK(list_grow(&list->items, &list->room, list->count, sizeof *list->items));
    struct secret_version *v = &list->items[list->count++];
    memset(v, 0, sizeof *v);
    v->seq = seq;
    memcpy(v->id, id, strlen(id));
    memcpy(v->text, text, strlen(text));
}

const struct secret_version *memory_secrets_find(const struct secret_list *list, const char *id)
{
    for (size_t i = list->count; i > 0; i--)
        if (strcmp(list->items[i - 1].id, id) == 0)
            return &list->items[i - 1];
    return NULL;
}

size_t memory_rows_find(const struct row_list *list, uint64_t id)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->items[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void memory_rows_apply(struct row_list *list, const struct row_version *row)
{
    if (row->clears) {
        list->count = 0;
        return;
    }
    size_t at = memory_rows_find(list, row->id);
    bool there = at < list->count && list->items[at].id == row->id;
    if (row->len == 0) {
        if (!there)
            return;
        list->count--;
        memmove(&list->items[at], &list->items[at + 1], (list->count - at) * sizeof *list->items);
        return;
    }
    if (!there) {
        memory_rows_add(list, *row);
        memmove(&list->items[at + 1], &list->items[at],
                (list->count - 1 - at) * sizeof *list->items);
    }
    list->items[at] = *row;
}
