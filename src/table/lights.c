/* The lights of an acceptor: table 1.1 of the manual as patterns, patterns as lights in time
 * (TAB-2). */
#include "base/check.h"
#include "table/acceptor.h"

#define ALL_LIGHTS 0xFFu
#define CORNERS    (LIGHT_TOP_LEFT | LIGHT_TOP_RIGHT | LIGHT_BOTTOM_RIGHT | LIGHT_BOTTOM_LEFT)
#define SIDES      (LIGHT_TOP | LIGHT_RIGHT | LIGHT_BOTTOM | LIGHT_LEFT)
#define LEFT_HALF  (LIGHT_BOTTOM_LEFT | LIGHT_LEFT | LIGHT_TOP_LEFT | LIGHT_TOP)
#define RIGHT_HALF (LIGHT_TOP_RIGHT | LIGHT_RIGHT | LIGHT_BOTTOM_RIGHT | LIGHT_BOTTOM)

#define CHASE_STEP_MS 125 /* once around in a second */
#define FLASH_MS      500 /* on as long as off */
#define HIGH_MS       250
#define LOW_MS        500

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

static uint8_t chase(uint64_t phase_ms)
{
    unsigned first = (unsigned)(phase_ms / CHASE_STEP_MS % 8);
    return (uint8_t)(1u << first | 1u << (first + 1) % 8);
}

static uint8_t alternate(uint64_t phase_ms, unsigned every_ms, unsigned one, unsigned other)
{
    return (uint8_t)(phase_ms / every_ms % 2 == 0 ? one : other);
}

uint8_t acceptor_lights(enum acceptor_pattern pattern, uint64_t phase_ms)
{
    CHECK(pattern < PATTERNS);
    switch (pattern) {
    case PATTERN_CHASE:
        return chase(phase_ms);
    case PATTERN_FLASH:
        return alternate(phase_ms, FLASH_MS, ALL_LIGHTS, 0);
    case PATTERN_STEADY:
        return ALL_LIGHTS;
    case PATTERN_JAM:
        return LIGHT_TOP_LEFT | LIGHT_BOTTOM_RIGHT;
    case PATTERN_UNCOUNTED:
        return LIGHT_TOP | LIGHT_BOTTOM;
    case PATTERN_HIGH:
        return alternate(phase_ms, HIGH_MS, CORNERS, SIDES);
    case PATTERN_LOW:
        return alternate(phase_ms, LOW_MS, LEFT_HALF, RIGHT_HALF);
    default:
        return 0;
    }
}
