/* Members of a struct that are members of a JSON object, as a table: what writes the object and
 * what reads it again go by the same rows. */
#pragma once

#include "base/json_read.h"
#include "base/text.h"

enum json_field_type {
    JSON_FIELD_TEXT,         /* char[] */
    JSON_FIELD_TEXT_OR_NULL, /* char[]; null when it is empty */
    JSON_FIELD_COUNT,        /* uint64_t */
    JSON_FIELD_SEAT,         /* uint8_t: the number of a seat, 0 when it is none */
    JSON_FIELD_SEATS,        /* uint8_t: bit s - 1 is seat s */
    JSON_FIELD_FLAG,         /* bool */
    JSON_FIELD_MONEY,        /* struct cr_money */
};

struct json_field {
    const char *key; /* NULL ends the table */
    enum json_field_type type;
    size_t place, size; /* of the member in its struct */
};

#define JSON_FIELD(key, type, of, member)                                                          \
    {                                                                                              \
        key, JSON_FIELD_##type, offsetof(of, member), sizeof(((of *)0)->member)                    \
    }

/* Writes the members into an object that is open. */
void json_write_fields(struct text *t, const struct json_field *fields, const void *from);
/* A member that is missing or of another type leaves an empty text, zero or false. */
void json_read_fields(const struct json_node *object, const struct json_field *fields, void *to);
