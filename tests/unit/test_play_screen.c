/* The table in the terminal, tested without a terminal: transcripts, drawing, pages. */
#include "play_fixture.h"

#include "app/play/glyphs.h"
#include "app/play/modes.h"
#include "app/play/play_pages.h"
#include "app/play/view.h"
#include "game/games/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Plain mode ---- */

static const char script[] =
    "rules\nante 10\nTRIPS 5\nprogressive on\nante 1x\nnonsense\nseat 9 ante 5\nseat 4 ante 5\n\n"
    "check\nbet\nbet 10\n4x\n2x\n1x\nplay\nfold\ncheck\ndeal\ncheck\nplay\nbet\n3x\ncheck\n1x\n"
    "fold\ndeal\ncheck\nplay\nbet\ncheck\n2x\ncheck\nfold\nbet 5\nante 100000\ndeal\n";

static char *transcript(struct fixture *f, bool ascii)
{
    char *text = NULL;
    size_t len = 0;
    char copy[sizeof script];
    memcpy(copy, script, sizeof script);
    FILE *in = fmemopen(copy, sizeof script - 1, "r"), *out = open_memstream(&text, &len);
    assert_non_null(in);
    assert_non_null(out);
    fixture_sit(f, 42, 1u << 4, 3);
    plain_run(&f->session, NULL, ascii, true, in, out);
    assert_int_equal(session_state(&f->session), SESSION_OVER);
    pages_summary(&f->session, NULL, "croupier play", &f->view.page);
    plain_page(out, ascii, &f->view.page);
    page_clear(&f->view.page);
    fclose(in);
    fclose(out);
    return text;
}

static bool is_ascii(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static void test_plain_transcript_repeats(void **state)
{
    (void)state;
    for (size_t i = 0; play_rules[i]; i++) {
        struct fixture *f = fixture_new(play_rules[i]);
        char *first = transcript(f, false), *second = transcript(f, false);
        char *ascii = transcript(f, true);
        assert_string_equal(first, second);
        assert_non_null(strstr(first, "Dealer "));
        assert_non_null(strstr(first, "No: "));
        assert_non_null(strstr(first, "The same deals again"));
        assert_false(is_ascii(first));
        assert_true(is_ascii(ascii));
        free(first);
        free(second);
        free(ascii);
        free(f);
    }
}

/* ---- The screen ---- */

static char *dump(struct fixture *f, unsigned rows, bool color, bool ascii)
{
    size_t size = SCREEN_BYTES_MAX;
    char *data = malloc(size);
    struct text text;
    assert_non_null(data);
    text_init(&text, data, size);
    screen_init(&f->screen, rows, color, ascii);
    view_draw(&f->view, &f->screen);
    assert_int_equal(f->screen.spilled, 0);
    fixture_dump(&f->screen, &text);
    assert_false(text.cut);
    return data;
}

static void expect(struct fixture *f, bool ascii, const char *const *texts)
{
    char *data = dump(f, SCREEN_ROWS_MIN, false, ascii);
    for (; *texts; texts++)
        if (!strstr(data, *texts))
            fail_msg("the screen does not show \"%s\":\n%s", *texts, data);
    if (ascii)
        assert_true(is_ascii(data));
    free(data);
}

static void test_screen_of_a_round(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    fixture_sit(f, 42, 1u << 4, 6);
    fixture_keys(f);
    expect(f, false,
           (const char *[]){"Ultimate Texas Hold'em", "MEGA 10,000.00", "DEALER", "BOARD",
                            "[4 YOU]", "Blind", "equals the Ante", "[Enter] deal 10.00",
                            "[t] Trips 5.00", "Bankroll 190.00", "seed 42", NULL});
    fixture_deal(f);
    fixture_keys(f);
    expect(
        f, false,
        (const char *[]){"[c] check", "[3] 3x 15.00", "[4] 4x 20.00", "[?] values", "│░░░│", NULL});
    expect(f, true, (const char *[]){"[c] check", "|###|", "+---+", NULL});
    session_leave(&f->session);
    pages_settlement(&f->session, VIEW_PAGE_COLS, &f->view.page);
    expect(f, false, (const char *[]){"Dealer ", "Your seat 4", "CN 20", NULL});
    free(f);
}

static void test_escape_sequences(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("tcp-cn");
    char *data = malloc(SCREEN_BYTES_MAX);
    struct text text;
    assert_non_null(data);
    fixture_sit(f, 42, 1u << 4, 6);
    fixture_keys(f);
    for (unsigned color = 0; color < 2; color++) {
        screen_init(&f->screen, SCREEN_ROWS_MAX, color, false);
        view_draw(&f->view, &f->screen);
        text_init(&text, data, SCREEN_BYTES_MAX);
        screen_write(&f->screen, 200, 60, &text);
        assert_int_equal(strstr(data, "38;5;") != NULL, color);
        assert_int_equal(strstr(data, "48;5;") != NULL, color);
        assert_non_null(strstr(data, "\033[14;61H"));
    }
    free(data);
    free(f);
}

/* However many bet sizes the house offers, each has its own key and all keys fit the screen. */
static void test_many_bet_sizes(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("pg-flush");
    f->rules.multiples[0] = 0xfffe;
    fixture_sit(f, 42, 1u << 4, 0);
    fixture_deal(f);
    fixture_keys(f);
    assert_int_equal(f->view.keys.count, CR_MULTIPLES + 4);
    for (size_t i = 0; i < f->view.keys.count; i++)
        assert_ptr_equal(keys_find(&f->view.keys, f->view.keys.list[i].code),
                         &f->view.keys.list[i]);
    expect(f, false, (const char *[]){"15x 75.00", "[f] fold", "Bankroll", NULL});
    free(f);
}

/* Control characters in a house's texts do not reach the screen. */
static void test_foreign_texts_are_tamed(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    snprintf(f->rules.title, sizeof f->rules.title, "\033[2JTitle\t\xff\xc3\xa9\u6f22%s", "");
    snprintf(f->rules.house, sizeof f->rules.house, "%095d", 7);
    fixture_sit(f, 1, 1u << 4, 6);
    fixture_keys(f);
    expect(f, false, (const char *[]){"?[2JTitle??é?", NULL});
    free(f);
}

static void test_award_is_on_the_sign(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("uth-cn");
    struct round_effects effects;
    bool seen = false;
    for (uint64_t seed = 1; seed < 400 && !seen; seed++) {
        struct cr_err err;
        fixture_sit(f, seed, 1u << 4, 6);
        assert_int_equal(
            session_wager(&f->session, 4, f->rules.game->progressive, cr_money_from_units(1), &err),
            CR_OK);
        assert_int_equal(session_deal(&f->session, &err), CR_OK);
        while (session_state(&f->session) != SESSION_SETTLED) {
            if (session_state(&f->session) == SESSION_BUSY) {
                session_go_on(&f->session, &effects);
                continue;
            }
            cr_action actions[CR_LEGAL_MAX];
            size_t n = session_actions(&f->session, actions);
            assert_int_equal(session_act(&f->session, actions[n - 1], &err), CR_OK);
        }
        if (!f->session.round.settlement.seats[3].award.paid)
            continue;
        seen = true;
        expect(f, false, (const char *[]){"★  Seat ", NULL});
        assert_int_equal(f->session.stats.awards, 1);
    }
    assert_true(seen);
    free(f);
}

static void test_pages(void **state)
{
    (void)state;
    struct page *page = malloc(sizeof *page);
    char out[PAGE_MONEY_MAX];
    assert_non_null(page);
    assert_string_equal(page_money(cr_money_from_micro(INT64_C(10000149999)), out), "10,000.14");
    assert_string_equal(page_money(cr_money_from_units(-1234567), out), "-1,234,567.00");
    assert_string_equal(page_money_signed(cr_money_from_units(100), out), "+100.00");
    page_clear(page);
    page_add_wrapped(page, TONE_TEXT, 20, 4, "abc the quick brown fox jumps over the lazy dog");
    assert_int_equal(page->count, 3);
    assert_string_equal(page->lines[0].text, "abc the quick brown");
    assert_string_equal(page->lines[1].text, "    fox jumps over");
    assert_string_equal(page->lines[2].text, "    the lazy dog");
    for (size_t i = 0; play_rules[i]; i++) {
        struct fixture *f = fixture_new(play_rules[i]);
        pages_rules(&f->rules, f->rules.progressive[0] ? &f->progressive : NULL, true, 76, page);
        assert_true(page->count > 10);
        for (size_t n = 0; n < page->count; n++)
            assert_true(glyph_count(page->lines[n].text) <= 76);
        free(f);
    }
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_transcript_repeats),
        cmocka_unit_test(test_screen_of_a_round),
        cmocka_unit_test(test_escape_sequences),
        cmocka_unit_test(test_many_bet_sizes),
        cmocka_unit_test(test_foreign_texts_are_tamed),
        cmocka_unit_test(test_award_is_on_the_sign),
        cmocka_unit_test(test_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
