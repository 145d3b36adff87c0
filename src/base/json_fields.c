/* Structs as JSON objects and back; see json_fields.h. */
#include "base/json_fields.h"

#include "base/json_write.h"

#include <string.h>

#define SEATS 7

static void write_field(struct text *t, const struct json_field *field, const void *place)
{
    switch (field->type) {
    case JSON_FIELD_TEXT:
        json_text(t, field->key, place);
        break;
    case JSON_FIELD_TEXT_OR_NULL:
        json_text_or_null(t, field->key, place);
        break;
    case JSON_FIELD_COUNT:
        json_count(t, field->key, *(const uint64_t *)place);
        break;
    case JSON_FIELD_SEAT:
        json_count(t, field->key, *(const uint8_t *)place);
        break;
    case JSON_FIELD_SEATS:
        json_seats(t, field->key, *(const uint8_t *)place);
        break;
    case JSON_FIELD_FLAG:
        json_flag(t, field->key, *(const bool *)place);
        break;
    case JSON_FIELD_MONEY:
        json_money(t, field->key, *(const struct cr_money *)place);
        break;
    }
}

void json_write_fields(struct text *t, const struct json_field *fields, const void *from)
{
    for (; fields->key; fields++)
        write_field(t, fields, (const char *)from + fields->place);
}

static struct cr_money read_money(const struct json_node *object, const char *key)
{
    char text[CR_MONEY_TEXT_MAX];
    struct cr_money money = {0};
    if (json_get_text(object, key, text, sizeof text))
        cr_money_parse(text, strlen(text), CR_MONEY_METER, &money, NULL);
    return money;
}

static uint8_t read_seats(const struct json_node *object, const char *key)
{
    const struct json_node *list = json_get_list(object, key);
    const struct json_node *each = list ? json_first(list) : NULL;
    uint8_t seats = 0;
    uint64_t seat;
    for (uint32_t i = 0; list && i < list->count; i++, each = json_next(each))
        if (json_whole(each, &seat) && seat >= 1 && seat <= SEATS)
            seats |= (uint8_t)(1u << (seat - 1));
    return seats;
}

static void read_field(const struct json_node *object, const struct json_field *field, void *place)
{
    const uint64_t count = json_get_count(object, field->key);
    switch (field->type) {
    case JSON_FIELD_TEXT:
    case JSON_FIELD_TEXT_OR_NULL:
        json_get_text(object, field->key, place, field->size);
        break;
    case JSON_FIELD_COUNT:
        *(uint64_t *)place = count;
        break;
    case JSON_FIELD_SEAT:
        *(uint8_t *)place = count <= SEATS ? (uint8_t)count : 0;
        break;
    case JSON_FIELD_SEATS:
        *(uint8_t *)place = read_seats(object, field->key);
        break;
    case JSON_FIELD_FLAG:
        *(bool *)place = json_get_flag(object, field->key);
        break;
    case JSON_FIELD_MONEY:
        *(struct cr_money *)place = read_money(object, field->key);
        break;
    }
}

void json_read_fields(const struct json_node *object, const struct json_field *fields, void *to)
{
    for (; fields->key; fields++)
        read_field(object, fields, (char *)to + fields->place);
}
