/* House rules and a session at a table, for tests of the table in the terminal. */
#include "play_fixture.h"

#include "app/play/view.h"
#include "game/games/game.h"
#include "sim/neighbours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

const char *const play_rules[] = {"pg-flush", "pg-straight", "uth-cn", "uth-rp", "tcp-cn", NULL};

struct session_setup fixture_setup(struct fixture *f, uint64_t seed, unsigned own,
                                   unsigned neighbours)
{
    return (struct session_setup){
        .rules = &f->rules,
        .progressive = f->rules.progressive[0] != '\0' ? &f->progressive : NULL,
        .own = own,
        .neighbours = neighbour_seats(own, neighbours),
        .bankroll = cr_money_from_units(200),
        .ante = cr_money_from_units(5),
        .seed = seed,
    };
}

struct fixture *fixture_new(const char *name)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct cr_err err;
    assert_non_null(f);
    assert_int_equal(cr_rules_load(name, &f->rules, &err), CR_OK);
    if (f->rules.progressive[0] != '\0')
        assert_int_equal(cr_progressive_load(f->rules.progressive, &f->progressive, &err), CR_OK);
    return f;
}

void fixture_sit(struct fixture *f, uint64_t seed, unsigned own, unsigned neighbours)
{
    struct session_setup setup = fixture_setup(f, seed, own, neighbours);
    session_init(&f->session, &setup);
    f->view.session = &f->session;
    f->view.meters = f->session.meters;
    f->view.slot = f->rules.game->ante;
    f->view.has_values = true;
    for (f->view.seat = CR_SEATS; !(own & 1u << f->view.seat);)
        f->view.seat--;
}

void fixture_dump(const struct screen *s, struct text *out)
{
    for (unsigned row = 0; row < s->rows; row++) {
        unsigned end = SCREEN_COLS;
        while (end > 0 && s->cells[row][end - 1].code == ' ')
            end--;
        for (unsigned col = 0; col < end; col++)
            text_add_code(out, s->cells[row][col].code);
        text_add_char(out, '\n');
    }
}

uint64_t fixture_draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

void fixture_keys(struct fixture *f)
{
    struct view *view = &f->view;
    view->keys.count = 0;
    if (session_state(&f->session) == SESSION_ASKING)
        view->seat = f->session.round.turn;
    if (session_state(&f->session) == SESSION_BETTING)
        keys_betting(view);
    else if (session_state(&f->session) == SESSION_ASKING)
        keys_asking(view);
    else if (session_state(&f->session) == SESSION_SETTLED)
        keys_settled(view, SCREEN_ROWS_MIN);
}

void fixture_deal(struct fixture *f)
{
    struct round_effects effects;
    struct cr_err err;
    assert_int_equal(session_deal(&f->session, &err), CR_OK);
    while (session_state(&f->session) == SESSION_BUSY)
        session_go_on(&f->session, &effects);
}
