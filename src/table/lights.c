/* The lights of an acceptor: table 1.1 of the manual as patterns (TAB-2). The acceptor itself and
 * the console's screen make lights of them. */
#include "table/acceptor.h"

enum acceptor_pattern acceptor_pattern(const struct acceptor *a, enum acceptor_jackpot jackpot)
{
    static const uint8_t own[ACCEPTOR_STATES] = {
        [ACCEPTOR_OFF] = PATTERN_OFF,
        [ACCEPTOR_IDLE] = PATTERN_CHASE,
        [ACCEPTOR_PLACED] = PATTERN_FLASH,
        [ACCEPTOR_DROPPING] = PATTERN_FLASH,
        [ACCEPTOR_COUNTED] = PATTERN_FLASH, /* steady means that the link has it */
        [ACCEPTOR_REGISTERED] = PATTERN_STEADY,
        [ACCEPTOR_JAM] = PATTERN_JAM,
        [ACCEPTOR_NOT_REGISTERED] = PATTERN_UNCOUNTED,
        [ACCEPTOR_CLOSED] = PATTERN_OFF,
    };
    enum acceptor_state state = acceptor_state(a);
    bool fault =
        state == ACCEPTOR_JAM || state == ACCEPTOR_NOT_REGISTERED || state == ACCEPTOR_CLOSED;
    if (jackpot != ACCEPTOR_JACKPOT_NONE && !fault)
        return jackpot == ACCEPTOR_JACKPOT_HIGH ? PATTERN_HIGH : PATTERN_LOW;
    return (enum acceptor_pattern)own[state];
}
