/* Events and their texts: every kind is encoded and read back, and an event has only one text. */
#include "floor/any_event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROOM EVENT_TEXT_ROOM(FLOOR_TEXT_MAX)

static struct floor_event event, again;
static char text[ROOM], other[ROOM + 64], third[ROOM];

static void assert_same(const struct floor_event *a, const struct floor_event *b)
{
    assert_memory_equal(a, b, offsetof(struct floor_event, text));
    assert_memory_equal(a->text, b->text, a->text_len);
}

static void assert_decodes(const char *body, size_t len, struct floor_event *out)
{
    struct cr_err err = {0};
    if (event_decode(body, len, out, &err) != 0)
        fail_msg("%s: %.*s", err.text, (int)len, body);
}

/* ---- Encoding and reading back ---- */

static void every_kind_goes_there_and_back(void **state)
{
    (void)state;
    struct rng rng = {11};
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        for (unsigned i = 0; i < 300; i++) {
            any_event(&rng, &event, kind, i % 2 == 0);
            size_t len = event_encode(&event, text, EVENT_TEXT_ROOM(event.text_len));
            assert_decodes(text, len, &again);
            assert_same(&event, &again);
            assert_int_equal(event_encode(&again, other, ROOM), len);
            assert_memory_equal(text, other, len);
            assert_true(event_reads_back(text, len, &event, &again));
        }
    }
}

/* An event reads back from the text of another one of its kind only when the two texts are the
 * same. */
static void only_the_own_text_reads_back(void **state)
{
    (void)state;
    struct rng rng = {15};
    static struct floor_event one;
    for (unsigned n = 0; n < 400 * FLOOR_KIND_COUNT; n++) {
        const unsigned kind = FLOOR_NO_KIND + 1 + n % (FLOOR_KIND_COUNT - FLOOR_NO_KIND - 1);
        const struct event_kind *k = event_kind(kind);
        any_event(&rng, &event, kind, n % 2 == 0);
        any_event(&rng, &one, kind, n % 2 == 0);
        /* the two events differ in one member at most */
        const struct event_field *field = k->members[rng_below(&rng, k->member_count)].field;
        const size_t len = event_encode(&event, text, ROOM);
        static struct floor_event mixed;
        mixed = event;
        memcpy((char *)&mixed + field->offset, (char *)&one + field->offset, field->size);
        if (field->type == EVENT_TEXT)
            mixed.text_len = one.text_len;
        if (field->type == EVENT_SEQS)
            mixed.order_count = one.order_count;
        const size_t own = event_encode(&mixed, third, ROOM);
        const bool same = own == len && memcmp(third, text, len) == 0;
        assert_int_equal(event_reads_back(text, len, &mixed, &again), same);
    }
}

/* Puts bytes of every value into names and texts: event_reads_back must fail exactly where
 * event_decode does. */
static void what_cannot_be_read_does_not_read_back(void **state)
{
    static const unsigned kinds[] = {FLOOR_PERSON_ADDED, FLOOR_TABLE_CONFIGURED, FLOOR_SEAT_CLOSED};
    (void)state;
    struct rng rng = {16};
    unsigned read = 0, unread = 0;
    for (unsigned n = 0; n < 3 * 4096; n++) {
        any_event(&rng, &event, kinds[n % 3], true);
        const struct event_kind *k = event_kind(event.kind);
        const struct event_field *field = k->members[rng_below(&rng, k->member_count)].field;
        if (field->type != EVENT_ID && field->type != EVENT_NAME && field->type != EVENT_TEXT)
            continue;
        char *bytes = (char *)&event + field->offset;
        bytes[rng_below(&rng, 4)] = (char)rng_below(&rng, 256);
        const size_t len = event_encode(&event, text, ROOM);
        const bool is_read = event_decode(text, len, &again, NULL) == 0;
        static struct floor_event room;
        assert_int_equal(event_reads_back(text, len, &event, &room), is_read);
        read += is_read;
        unread += !is_read;
    }
    assert_true(read > 500 && unread > 500);
}

/* A kind has at most one tone, so that what is wrong looks the same in every list of events. */
static void every_kind_has_one_tone(void **state)
{
    (void)state;
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        const unsigned tone = event_kind(kind)->flags & (EVENT_QUIET | EVENT_LOUD | EVENT_ALERT);
        assert_int_equal(tone & (tone - 1), 0);
    }
    assert_string_equal(event_kind_tone(event_kind(FLOOR_SEAT_FAULT)), "alert");
    assert_string_equal(event_kind_tone(event_kind(FLOOR_AWARD_PAID)), "loud");
    assert_string_equal(event_kind_tone(event_kind(FLOOR_GAME_OVER)), "quiet");
    assert_string_equal(event_kind_tone(event_kind(FLOOR_COIN_IN)), "plain");
}

/* Bytes behind the end of a name are not part of the name. */
static void a_name_ends_at_its_end(void **state)
{
    (void)state;
    event_init(&event, FLOOR_SHIFT_OPENED);
    event.seq = 1;
    event.time_ms = 1;
    memcpy(event.user, "Ann\0and more", 12);
    memcpy(event.item, "day", 4);
    const size_t len = event_encode(&event, text, ROOM);
    assert_true(event_reads_back(text, len, &event, &again));
    event_clean_given(&event);
    assert_decodes(text, len, &again);
    assert_same(&event, &again);
}

/* Names of kinds and members are found by their exact spelling only. */
static void kinds_and_members_have_names(void **state)
{
    (void)state;
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        const struct event_kind *k = event_kind(kind);
        assert_int_equal(event_kind_find(k->name, strlen(k->name)), kind);
        assert_int_equal(event_kind_find(k->name, strlen(k->name) - 1), FLOOR_NO_KIND);
        assert_true(k->member_count > 0 && k->member_count <= EVENT_MEMBERS_MAX);
        for (unsigned m = 0; m < k->member_count; m++) {
            const char *name = k->members[m].field->name;
            assert_ptr_equal(event_member_find(k, name, strlen(name)), &k->members[m]);
        }
        assert_null(event_member_find(k, "nothing", 7));
    }
}

/* event_text_kind finds the kind in the whole text, and in no beginning that does not contain it
 * yet. A member that looks like the kind is not taken for it. */
static void the_kind_is_read_alone(void **state)
{
    (void)state;
    struct rng rng = {17};
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        any_event(&rng, &event, kind, true);
        event.seq = INT64_MAX; /* so that the kind stands as far behind as it can */
        event.time_ms = INT64_MAX / 2;
        const size_t len = event_encode(&event, text, ROOM);
        assert_int_equal(event_text_kind(text, len), kind);
        const char *quote = strchr(strstr(text, "\"kind\":\"") + 8, '"');
        for (size_t cut = 0; cut <= (size_t)(quote - text); cut++)
            assert_int_equal(event_text_kind(text, cut), FLOOR_NO_KIND);
        assert_int_equal(event_text_kind(text, (size_t)(quote - text) + 1), kind);
    }
    static const char unknown[] =
        "{\"seq\":1,\"time\":1,\"kind\":\"no such\",\"kind\":\"coin_in\"}";
    assert_int_equal(event_text_kind(unknown, strlen(unknown)), FLOOR_NO_KIND);
}

/* Fills a member with the longest value that there is, of characters that need an escape. */
static void fill_longest(struct floor_event *e, const struct event_field *field)
{
    char *at = (char *)e + field->offset;
    const uint64_t most = UINT64_C(1) << 53;
    const int64_t micro = INT64_MIN + 1;
    switch (field->type) {
    case EVENT_ID:
        memset(at, 'z', field->size - 1u);
        break;
    case EVENT_NAME:
        memset(at, '"', field->size - 1u);
        break;
    case EVENT_TEXT:
        memset(e->text, '\n', FLOOR_TEXT_MAX);
        e->text_len = FLOOR_TEXT_MAX;
        break;
    case EVENT_COUNT:
    case EVENT_TIME:
        memcpy(at, &most, sizeof most);
        break;
    case EVENT_MONEY:
    case EVENT_CHANGE:
        memcpy(at, &micro, sizeof micro);
        break;
    case EVENT_AMOUNTS:
        e->meter_count = CR_METERS;
        for (unsigned i = 0; i < CR_METERS; i++)
            memcpy(at + i * sizeof micro, &micro, sizeof micro);
        break;
    case EVENT_SEQS:
        e->order_count = FLOOR_ORDER_MAX;
        for (unsigned i = 0; i < FLOOR_ORDER_MAX; i++)
            e->order[i] = most;
        break;
    case EVENT_HASH:
        memset(at, 0xff, CR_HASH_BYTES);
        break;
    case EVENT_SEATS:
    case EVENT_WORDS:
        *at = 127;
        break;
    case EVENT_WORD:
        *at = (char)any_word_count(field);
        break;
    case EVENT_SEAT:
    case EVENT_SMALL:
    case EVENT_FLAG:
        *at = 1;
        break;
    }
}

/* The encoder stops the program when the room is too small, so the longest event must fit. */
static void the_room_is_enough(void **state)
{
    (void)state;
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        const struct event_kind *k = event_kind(kind);
        event_init(&event, kind);
        event.seq = UINT64_MAX;
        event.time_ms = INT64_MAX;
        for (unsigned m = 0; m < k->member_count; m++)
            fill_longest(&event, k->members[m].field);
        size_t len = event_encode(&event, text, EVENT_TEXT_ROOM(event.text_len));
        assert_true(len <= EVENT_TEXT_ROOM(event.text_len));
    }
}

/* ---- Only one text ---- */

static const char sample[] =
    "{\"seq\":7,\"time\":1790000000000,\"kind\":\"claim_cancelled\",\"claim\":5,\"table\":\"t1\","
    "\"epoch\":1,\"table_seq\":4,\"prev\":6,\"user\":\"Ann \\\"A\\\" "
    "Lee\",\"text\":\"no\\u000asuch "
    "hand\",\"link\":\"main\",\"seat\":3,\"award\":\"royal flush\",\"amount\":\"10000.53\","
    "\"before\":[\"10.00\",\"0.00\"],\"after\":[\"10.25\",\"7.00\"],\"reserves\":[\"0.00\",\"1."
    "15\"]"
    "}";

/* Writes the sample with one piece of it replaced. */
static size_t sample_with(const char *piece, const char *by)
{
    const char *at = strstr(sample, piece);
    assert_non_null(at);
    return (size_t)snprintf(other, sizeof other, "%.*s%s%s", (int)(at - sample), sample, by,
                            at + strlen(piece));
}

static void other_spellings_are_refused(void **state)
{
    (void)state;
    static const char *const changes[][2] = {
        /* order, blanks, unknown and repeated members */
        {"\"claim\":5,\"table\":\"t1\"", "\"table\":\"t1\",\"claim\":5"},
        {"{\"seq\":7,\"time\":1790000000000", "{\"time\":1790000000000,\"seq\":7"},
        {"\"claim\":5", "\"claim\": 5"},
        {",\"claim\"", ", \"claim\""},
        {"{\"seq\"", "{ \"seq\""},
        {"{\"seq\"", " {\"seq\""},
        {"\"claim\":5", "\"claim\":5,\"claim\":5"},
        {"\"claim\":5", "\"claim\":5,\"colour\":\"red\""},
        {"\"prev\":6", "\"prev\":6,\"alarm\":6"},
        {"claim_cancelled", "claim_changed"},
        {"claim_cancelled", "CLAIM_CANCELLED"},
        {"\"1.15\"]}", "\"1.15\"]}}"},
        {"\"1.15\"]}", "\"1.15\"]} "},
        {"\"1.15\"]}", "\"1.15\"]}\n"},
        {"\"1.15\"]}", "\"1.15\"]"},
        /* zero and empty */
        {"\"seq\":7", "\"seq\":0"},
        {"\"time\":1790000000000", "\"time\":0"},
        {"\"claim\":5", "\"claim\":0"},
        {"\"seat\":3", "\"seat\":0"},
        {"\"seat\":3", "\"seat\":8"},
        {"\"table\":\"t1\"", "\"table\":\"\""},
        {"no\\u000asuch hand", ""},
        {"royal flush", ""},
        {"\"10000.53\"", "\"0.00\""},
        {"[\"10.00\",\"0.00\"]", "[]"},
        /* numbers */
        {"\"claim\":5", "\"claim\":05"},
        {"\"claim\":5", "\"claim\":+5"},
        {"\"claim\":5", "\"claim\":-5"},
        {"\"claim\":5", "\"claim\":5.0"},
        {"\"claim\":5", "\"claim\":5e0"},
        {"\"claim\":5", "\"claim\":\"5\""},
        {"\"claim\":5", "\"claim\":9007199254740993"},
        {"\"claim\":5", "\"claim\":99999999999999999999999"},
        {"\"seq\":7", "\"seq\":07"},
        {"\"seq\":7", "\"seq\":17000000000000000"},
        /* amounts */
        {"\"10000.53\"", "\"10000.530000\""}, /* a whole number of cents: two decimals */
        {"\"10000.53\"", "\"10000.53000\""},
        {"\"10000.53\"", "\"010000.53\""},
        {"\"10000.53\"", "\"-10000.53\""},
        {"\"10000.53\"", "10000.53"},
        {"\"10.00\"", "\"10\""},
        {"\"10.00\"", "\"10.0\""},
        {"\"10.00\"", "\"10.000000\""},
        {"\"10.00\"", "\"-10.00\""},
        {"\"10.00\"", "\"1,000\""},
        {"\"10.00\"", "\".00\""},
        {"\"10.00\"", "\"\""},
        {"\"10.00\"", "\"9223372036854775807.00\""},
        {"\"10.00\"", "\"92233720368547758070.00\""},
        {"\"10.00\",\"0.00\"", "\"10.00\""},
        {"\"10.00\",\"0.00\"", "\"10.00\",\"0.00\",\"0.00\""},
        {"\"10.00\",\"0.00\"", "\"10.00\",\"0.00\","},
        /* the lists of meters are there together or not at all */
        {"\"before\":[\"10.00\",\"0.00\"],", ""},
        {",\"reserves\":[\"0.00\",\"1.15\"]", ""},
        /* text */
        {"\\u000a", "\\n"},
        {"\\u000a", "\\u000A"},
        {"\\u000a", "\n"},
        {"\\u000a", "\\u000d"},
        {"\\u000a", "\\u0000"},
        {"such", "s\\u0075ch"},
        {"such", "s\\/ch"},
        {"such", "s\xffh"},
        {"such", "s\xc3"},
        {"\"t1\"", "\"T1\""},
        {"\"t1\"", "\"1t\""},
        {"\"t1\"", "\"a-name-of-more-than-23-c\""},
        {"\\\"A\\\" Lee", " "},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        size_t len = sample_with(changes[i][0], changes[i][1]);
        struct cr_err err = {0};
        if (event_decode(other, len, &again, &err) == 0)
            fail_msg("was taken: %s", other);
        assert_int_equal(err.code, CR_E_INPUT);
        assert_true(err.text[0] != '\0');
    }
}

static void the_sample_is_taken(void **state)
{
    (void)state;
    const size_t len = strlen(sample);
    assert_decodes(sample, len, &again);
    assert_string_equal(again.user, "Ann \"A\" Lee");
    assert_int_equal(again.amount.micro, INT64_C(10000530000));
    assert_int_equal(again.award, 1 + CR_ROYAL_FLUSH);
    assert_int_equal(event_encode(&again, text, ROOM), len);
    assert_memory_equal(text, sample, len);
}

/* A text is only decoded if encoding the event gives the same text again. */
static bool check_taken(const char *body, size_t len)
{
    if (event_decode(body, len, &again, NULL) != 0)
        return false;
    size_t own = event_encode(&again, third, ROOM);
    if (own != len || memcmp(own ? third : body, body, len) != 0)
        fail_msg("was taken: %.*s\nis written: %.*s", (int)len, body, (int)own, third);
    return true;
}

static void no_beginning_is_enough(void **state)
{
    (void)state;
    struct rng rng = {12};
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        any_event(&rng, &event, kind, true);
        size_t len = event_encode(&event, text, ROOM);
        for (size_t cut = 0; cut < len; cut++) {
            char *exact = malloc(cut + 1); /* the sanitizer catches a reader past the end */
            assert_non_null(exact);
            memcpy(exact, text, cut);
            assert_int_not_equal(event_decode(exact, cut, &again, NULL), 0);
            free(exact);
        }
    }
}

/* event_decode_given must find exactly the given members, and none that the step makes. */
static void what_was_given_is_found_alone(void **state)
{
    (void)state;
    struct rng rng = {14};
    for (unsigned n = 0; n < 40 * FLOOR_KIND_COUNT; n++) {
        const unsigned kind = FLOOR_NO_KIND + 1 + n % (FLOOR_KIND_COUNT - FLOOR_NO_KIND - 1);
        any_event(&rng, &event, kind, n % 3 == 0);
        const size_t len = event_encode(&event, text, ROOM);
        assert_int_equal(event_decode_given(text, len, &again, NULL), 0);
        static struct floor_event expected;
        event_copy_given(&expected, &event);
        expected.seq = event.seq;
        expected.time_ms = event.time_ms;
        const size_t own = event_encode(&expected, third, ROOM);
        assert_int_equal(event_encode(&again, other, ROOM), own);
        assert_memory_equal(other, third, own);
        for (size_t cut = 0; cut < len; cut += 7) {
            char *exact = malloc(cut + 1);
            assert_non_null(exact);
            memcpy(exact, text, cut);
            event_decode_given(exact, cut, &again, NULL);
            free(exact);
        }
    }
}

/* event_check_required looks only for what is missing; the values were checked when the event was
 * read. */
static void what_is_required_is_asked_for(void **state)
{
    (void)state;
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        const struct event_kind *known = event_kind(kind);
        bool is_required = false;
        struct cr_err err = {0};
        for (unsigned m = 0; m < known->member_count; m++)
            is_required |= known->members[m].use == EVENT_REQUIRED;
        memset(&event, 0, sizeof event);
        event.kind = (uint8_t)kind;
        const int rc = event_check_required(&event, &err);
        assert_int_equal(rc != 0, is_required);
        assert_int_equal(event_check_given(&event, NULL) != 0, is_required);
        if (is_required)
            assert_non_null(strstr(err.text, "missing"));
    }
}

static void every_changed_byte_is_noticed(void **state)
{
    (void)state;
    struct rng rng = {13};
    unsigned long taken = 0;
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        do
            any_event(&rng, &event, kind, true);
        while (event.text_len > 40);
        size_t len = event_encode(&event, text, ROOM);
        for (size_t at = 0; at < len; at++) {
            const char was = text[at];
            for (unsigned c = 0; c < 256; c++) {
                text[at] = (char)c;
                taken += text[at] != was && check_taken(text, len);
                assert_int_equal(event_reads_back(text, len, &event, &again), text[at] == was);
            }
            text[at] = was;
        }
    }
    assert_true(taken > 10000); /* many changes give another name or number that is valid too */
}

/* ---- Random changes ---- */

static size_t mutate(struct rng *rng, char *body, size_t len, const char *donor, size_t donor_len)
{
    static const char alphabet[] = "{}[]\",:\\ 0123456789-.eEu/abctrue\n\x7f\xc3\xa9";
    const size_t at = rng_below(rng, (unsigned)len);
    size_t size = 1 + rng_below(rng, 12);
    switch (rng_below(rng, 6)) {
    case 0: /* replace a character */
        body[at] = alphabet[rng_below(rng, sizeof alphabet - 1)];
        return len;
    case 1: /* insert one */
        memmove(body + at + 1, body + at, len - at);
        body[at] = alphabet[rng_below(rng, sizeof alphabet - 1)];
        return len + 1;
    case 2: /* leave out a piece */
        size = size > len - at ? len - at : size;
        memmove(body + at, body + at + size, len - at - size);
        return len - size;
    case 3: /* repeat a piece */
        size = size > len - at ? len - at : size;
        memmove(body + at + size, body + at, len - at);
        return len + size;
    case 4: /* change a digit */
        for (size_t i = at; i < len; i++)
            if (body[i] >= '0' && body[i] <= '9') {
                body[i] = (char)('0' + rng_below(rng, 10));
                break;
            }
        return len;
    default: /* the end of another event, from a comma on */
        for (size_t i = 0; i < len && i < donor_len; i++)
            if (body[i] == ',' && donor[i] == ',' && rng_below(rng, 3) == 0) {
                memcpy(body + i, donor + i, donor_len - i);
                return donor_len;
            }
        return len;
    }
}

static void what_is_taken_is_what_is_written(void **state)
{
    (void)state;
    struct rng rng = {14};
    static char body[2 * ROOM], donor[ROOM];
    unsigned long taken = 0, tried = 0;
    while (tried < 300000) {
        const unsigned kind = 1 + rng_below(&rng, FLOOR_KIND_COUNT - 1);
        do
            any_event(&rng, &event, kind, false);
        while (event.text_len > 200);
        const size_t len = event_encode(&event, text, ROOM);
        do
            any_event(&rng, &event, kind, false);
        while (event.text_len > 200);
        const size_t donor_len = event_encode(&event, donor, ROOM);
        for (unsigned i = 0; i < 20; i++, tried++) {
            size_t size = len;
            memcpy(body, text, len);
            for (unsigned n = 1 + rng_below(&rng, 3); n > 0 && size > 0; n--)
                size = mutate(&rng, body, size, donor, donor_len);
            taken += check_taken(body, size);
        }
    }
    assert_true(taken > 1000 && taken < tried);
}

/* ---- Members from a request ---- */

static const struct event_field *field_of(const char *kind, const char *name)
{
    const struct event_kind *k = event_kind(event_kind_find(kind, strlen(kind)));
    const struct event_member *m = event_member_find(k, name, strlen(name));
    assert_non_null(m);
    return m->field;
}

static void assert_named(int rc, const struct event_field *field, const struct cr_err *err)
{
    assert_int_equal(rc, CR_E_INPUT);
    assert_int_equal(err->code, CR_E_INPUT);
    if (strncmp(err->text, field->name, strlen(field->name)) != 0 ||
        err->text[strlen(field->name)] != ':')
        fail_msg("%s is not named: %s", field->name, err->text);
}

/* Whatever is wrong with a member, the message begins with the name of the member. */
static void a_fault_names_its_member(void **state)
{
    (void)state;
    static const char *const words[] = {"", " ", "x\n", "Ä\xff", "-", "1.2.3", "1e9", "00", "red"};
    static const char *const numbers[] = {"", "-1", "1.5", "00", "99999999999999999999", "1e3"};
    struct cr_err err;
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        const struct event_kind *k = event_kind(kind);
        event_init(&event, kind);
        for (unsigned m = 0; m < k->member_count; m++) {
            const struct event_field *f = k->members[m].field;
            for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
                int rc = event_set_string(&event, f, words[i], strlen(words[i]), &err);
                if (rc != 0)
                    assert_named(rc, f, &err);
                rc = event_add_string(&event, f, 0, words[i], strlen(words[i]), &err);
                if (rc != 0)
                    assert_named(rc, f, &err);
            }
            for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
                int rc = event_set_number(&event, f, numbers[i], strlen(numbers[i]), &err);
                assert_named(rc, f, &err);
                rc = event_add_number(&event, f, 0, numbers[i], strlen(numbers[i]), &err);
                assert_named(rc, f, &err);
            }
            int rc = event_set_flag(&event, f, true, &err);
            assert_int_equal(rc == 0, f->type == EVENT_FLAG);
            if (rc != 0)
                assert_named(rc, f, &err);
        }
    }
}

static void setters_take_what_they_should(void **state)
{
    (void)state;
    struct cr_err err = {0};
    const struct event_field *seats = field_of("coin_in", "seats");
    event_init(&event, FLOOR_COIN_IN);
    assert_int_equal(event_add_number(&event, seats, 0, "2", 1, &err), 0);
    assert_int_equal(event_add_number(&event, seats, 1, "7", 1, &err), 0);
    assert_int_equal(event.seats, 0x42);
    assert_named(event_add_number(&event, seats, 2, "5", 1, &err), seats, &err);
    assert_named(event_add_number(&event, seats, 2, "7", 1, &err), seats, &err);
    assert_int_equal(event.seats, 0x42);

    const struct event_field *items = field_of("claim_verified", "items");
    event_init(&event, FLOOR_CLAIM_VERIFIED);
    assert_int_equal(event_add_string(&event, items, 0, "hand", 4, &err), 0);
    assert_int_equal(event_add_string(&event, items, 1, "deck", 4, &err), 0);
    assert_int_equal(event.items, 0x41);
    assert_named(event_add_string(&event, items, 2, "leds", 4, &err), items, &err);

    const struct event_field *change = field_of("meter_corrected", "change");
    event_init(&event, FLOOR_METER_CORRECTED);
    assert_int_equal(event_set_string(&event, change, "-0.53", 5, &err), 0);
    assert_int_equal(event.change.micro, -530000);
    const struct event_field *amount = field_of("buy_in", "amount");
    assert_named(event_set_string(&event, amount, "-0.53", 5, &err), amount, &err);

    const struct event_field *order = field_of("order_ruled", "order");
    event_init(&event, FLOOR_ORDER_RULED);
    for (unsigned i = 0; i < FLOOR_ORDER_MAX; i++)
        assert_int_equal(event_add_number(&event, order, i, "9", 1, &err), 0);
    assert_named(event_add_number(&event, order, FLOOR_ORDER_MAX, "9", 1, &err), order, &err);
    assert_int_equal(event.order_count, FLOOR_ORDER_MAX);
}

static void a_missing_member_is_named(void **state)
{
    (void)state;
    struct rng rng = {15};
    struct cr_err err;
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        const struct event_kind *k = event_kind(kind);
        for (unsigned without = 0; without < k->member_count; without++) {
            event_init(&event, kind);
            for (unsigned m = 0; m < k->member_count; m++)
                if (m != without && k->members[m].use == EVENT_REQUIRED)
                    any_member(&rng, &event, k->members[m].field);
            int rc = event_check_given(&event, &err);
            if (k->members[without].use != EVENT_REQUIRED)
                assert_int_equal(rc, 0);
            else
                assert_named(rc, k->members[without].field, &err);
        }
    }
}

/* V2: the members that a step makes are neither copied nor compared; all given ones are. */
static void the_given_members_are_told_apart(void **state)
{
    (void)state;
    struct rng rng = {16};
    for (unsigned kind = FLOOR_NO_KIND + 1; kind < FLOOR_KIND_COUNT; kind++) {
        const struct event_kind *k = event_kind(kind);
        any_event(&rng, &event, kind, true);
        event_copy_given(&again, &event);
        assert_true(event_same_given(&event, &again));
        for (unsigned m = 0; m < k->member_count; m++) {
            const struct event_field *f = k->members[m].field;
            const bool made = k->members[m].use == EVENT_MADE;
            assert_int_equal(event_field_is_empty(&again, f), made);
            event_copy_given(&again, &event);
            if (f->type == EVENT_FLAG || f->type == EVENT_AMOUNTS)
                continue;
            char *at = (char *)&again + f->offset;
            *at = (char)(*at ^ 1);
            assert_int_equal(event_same_given(&event, &again), made);
            *at = (char)(*at ^ 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_goes_there_and_back),
        cmocka_unit_test(only_the_own_text_reads_back),
        cmocka_unit_test(what_cannot_be_read_does_not_read_back),
        cmocka_unit_test(a_name_ends_at_its_end),
        cmocka_unit_test(kinds_and_members_have_names),
        cmocka_unit_test(every_kind_has_one_tone),
        cmocka_unit_test(the_kind_is_read_alone),
        cmocka_unit_test(the_room_is_enough),
        cmocka_unit_test(other_spellings_are_refused),
        cmocka_unit_test(the_sample_is_taken),
        cmocka_unit_test(no_beginning_is_enough),
        cmocka_unit_test(what_was_given_is_found_alone),
        cmocka_unit_test(what_is_required_is_asked_for),
        cmocka_unit_test(every_changed_byte_is_noticed),
        cmocka_unit_test(what_is_taken_is_what_is_written),
        cmocka_unit_test(a_fault_names_its_member),
        cmocka_unit_test(setters_take_what_they_should),
        cmocka_unit_test(a_missing_member_is_named),
        cmocka_unit_test(the_given_members_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
