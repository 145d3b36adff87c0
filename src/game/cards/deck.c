/* Decks: shuffled, shuffled from a seed, or given (CARD-1).
 *
 * Both shuffles are the same Fisher-Yates shuffle over a stream of 32-bit words. From 2c, 2d, 2h,
 * 2s, 3c … As, for i = 51 down to 1, the cards at i and at a uniform j in 0 … i change places.
 * j is word mod (i + 1); words at or above the largest multiple of i + 1 are thrown away, so that
 * every j is equally likely.
 *
 * The words are little-endian and come in blocks of 64. Block b (0, 1, …) of the stream of
 * (seed, round) is the first 256 bytes of randombytes_buf_deterministic, which is ChaCha20 (RFC
 * 8439) with the nonce "LibsodiumDRG" and the counter at 0, under the 32-byte key
 *
 *     bytes  0 …  7   seed,  little-endian
 *     bytes  8 … 15   round, little-endian
 *     bytes 16 … 23   b,     little-endian
 *     bytes 24 … 31   "croupier" in ASCII
 *
 * The unseeded stream is randombytes_buf. This is a format: a seed kept in a record must give the
 * same deck for as long as the record is kept. */
#include "base/check.h"
#include "base/err.h"

#include <croupier/cards.h>

#include <sodium.h>
#include <string.h>

#define BLOCK_WORDS 64
#define WORD_BYTES  4

struct stream {
    bool seeded;
    uint64_t seed;
    uint64_t round;
    uint64_t blocks; /* how many were drawn so far */
    size_t next;     /* index of the next word in the block */
    uint8_t block[BLOCK_WORDS * WORD_BYTES];
};

static void store_le64(uint8_t *out, uint64_t value)
{
    for (size_t i = 0; i < 8; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

static void stream_fill(struct stream *s)
{
    if (s->seeded) {
        uint8_t key[randombytes_SEEDBYTES];
        _Static_assert(sizeof key == 32, "the key's layout above");
        store_le64(key, s->seed);
        store_le64(key + 8, s->round);
        store_le64(key + 16, s->blocks);
        memcpy(key + 24, "croupier", 8);
        randombytes_buf_deterministic(s->block, sizeof s->block, key);
    } else {
        randombytes_buf(s->block, sizeof s->block);
    }
    s->blocks++;
    s->next = 0;
}

static uint32_t stream_word(struct stream *s)
{
    if (s->next == BLOCK_WORDS)
        stream_fill(s);
    const uint8_t *w = s->block + WORD_BYTES * s->next++;
    return (uint32_t)w[0] | (uint32_t)w[1] << 8 | (uint32_t)w[2] << 16 | (uint32_t)w[3] << 24;
}

/* A uniform number below n. */
static uint32_t stream_below(struct stream *s, uint32_t n)
{
    uint32_t rest = (0u - n) % n; /* 2^32 mod n */
    uint32_t word;
    do {
        word = stream_word(s);
    } while (word > UINT32_MAX - rest);
    return word % n;
}

static void deck_shuffle(struct cr_deck *deck, struct stream *s)
{
    /* After the first time sodium_init costs little and is safe from any thread. */
    CHECK(sodium_init() >= 0);
    for (size_t i = 0; i < CR_DECK_CARDS; i++)
        deck->cards[i] = (cr_card)i;
    for (uint32_t i = CR_DECK_CARDS - 1; i > 0; i--) {
        uint32_t j = stream_below(s, i + 1);
        cr_card card = deck->cards[i];
        deck->cards[i] = deck->cards[j];
        deck->cards[j] = card;
    }
    deck->next = 0;
    /* Random words left on the stack would give the deck away before it is dealt. */
    sodium_memzero(s->block, sizeof s->block);
}

void cr_deck_shuffle(struct cr_deck *deck)
{
    struct stream s = {.next = BLOCK_WORDS};
    deck_shuffle(deck, &s);
}

void cr_deck_shuffle_seeded(struct cr_deck *deck, uint64_t seed, uint64_t round)
{
    struct stream s = {.seeded = true, .seed = seed, .round = round, .next = BLOCK_WORDS};
    deck_shuffle(deck, &s);
}

int cr_deck_from_list(struct cr_deck *deck, const cr_card *cards, size_t count, struct cr_err *err)
{
    bool on_top[CR_DECK_CARDS] = {false};
    if (count > CR_DECK_CARDS)
        return err_set(err, CR_E_INPUT, "%zu cards do not make a deck of %d", count, CR_DECK_CARDS);
    for (size_t i = 0; i < count; i++) {
        if (cards[i] >= CR_DECK_CARDS)
            return err_set(err, CR_E_INPUT, "%u is not the number of a card", cards[i]);
        if (on_top[cards[i]]) {
            char text[CR_CARD_TEXT_MAX];
            cr_card_format(cards[i], text);
            return err_set(err, CR_E_INPUT, "\"%s\" is there twice", text);
        }
        on_top[cards[i]] = true;
    }
    struct cr_deck made = {.next = 0};
    size_t n = 0;
    for (; n < count; n++)
        made.cards[n] = cards[n];
    for (size_t card = 0; card < CR_DECK_CARDS; card++) {
        if (!on_top[card])
            made.cards[n++] = (cr_card)card;
    }
    *deck = made;
    return CR_OK;
}

cr_card cr_deck_deal(struct cr_deck *deck)
{
    return deck->next < CR_DECK_CARDS ? deck->cards[deck->next++] : CR_NO_CARD;
}
