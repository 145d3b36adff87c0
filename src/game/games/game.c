/* What the games share. */
#include "game/games/game.h"

#include "base/money.h"

#include <string.h>

const char *cr_game_id(const struct cr_game *game)
{
    return game->id;
}

unsigned cr_game_hole_cards(const struct cr_game *game)
{
    return game->hole_cards;
}

unsigned cr_game_board_cards(const struct cr_game *game)
{
    return game->board_cards;
}

const char *cr_slot_name(const struct cr_game *game, unsigned slot)
{
    return slot < game->slot_count ? game->slots[slot].name : NULL;
}

unsigned cr_slot_find(const struct cr_game *game, const char *name, size_t len)
{
    for (unsigned s = 0; s < game->slot_count; s++)
        if (strlen(game->slots[s].name) == len && memcmp(game->slots[s].name, name, len) == 0)
            return s;
    return CR_SLOTS;
}

enum cr_category game_category(const struct cr_game *game, uint16_t rank)
{
    return game->ranking->category(rank);
}

size_t game_hand_name(const struct cr_game *game, uint16_t rank, char out[CR_HAND_NAME_MAX])
{
    return game->ranking->hand_name(rank, out);
}

bool slot_win(struct cr_wager_result *slot, struct cr_ratio ratio, unsigned reason)
{
    if (slot->stake.micro == 0)
        return true;
    slot->result = CR_RESULT_WIN;
    slot->reason = (uint8_t)reason;
    return money_mul_floor_cent(slot->stake, ratio.num, ratio.den, &slot->pays);
}

void slot_lose(struct cr_wager_result *slot, unsigned reason)
{
    if (slot->stake.micro == 0)
        return;
    slot->result = CR_RESULT_LOSE;
    slot->reason = (uint8_t)reason;
}

void slot_push(struct cr_wager_result *slot, unsigned reason)
{
    if (slot->stake.micro == 0)
        return;
    slot->result = CR_RESULT_PUSH;
    slot->reason = (uint8_t)reason;
}
