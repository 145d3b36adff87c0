/* Counting connections by address, compared with plain counters. */
#include "net/addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KEYS = 700, STEPS = 200000 };

static void counts_are_kept(void **state)
{
    (void)state;
    static unsigned count[KEYS];
    unsigned total = 0;
    uint64_t random = 1;
    struct addresses *a =
        addresses_new(&(struct address_limits){.connections = 900, .per_address = 5});
    assert_non_null(a);
    for (unsigned i = 0; i < STEPS; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407U;
        const unsigned k = (unsigned)(random >> 33) % KEYS;
        /* Neighbouring addresses, and addresses whose places in the table collide. */
        const uint64_t key = UINT64_C(0xffff00000000) + k * (k % 3 ? 1U : 4096U);
        const bool wants = (random >> 20) % 5 < 3;
        assert_int_equal(addresses_admit(a, key), total < 900 && count[k] < 5);
        if (wants && total < 900 && count[k] < 5) {
            assert_true(addresses_enter(a, key));
            count[k]++;
            total++;
        } else if (!wants && count[k] > 0) {
            addresses_leave(a, key);
            count[k]--;
            total--;
        }
    }
    addresses_free(a);
}

static void the_reserve_is_for_the_known(void **state)
{
    (void)state;
    struct addresses *a = addresses_new(&(struct address_limits){.connections = 10, .reserve = 4});
    addresses_know(a, 7); /* an address that never connected is not kept as known */
    for (unsigned i = 0; i < 6; i++)
        assert_true(addresses_admit(a, 1) && addresses_enter(a, 1));
    assert_false(addresses_admit(a, 1));
    assert_false(addresses_admit(a, 7));
    addresses_know(a, 1);
    assert_true(addresses_admit(a, 1));
    for (unsigned i = 0; i < 6; i++)
        addresses_leave(a, 1);
    for (unsigned i = 0; i < 6; i++)
        assert_true(addresses_admit(a, 2) && addresses_enter(a, 2));
    assert_false(addresses_admit(a, 2));
    assert_true(addresses_admit(a, 1)); /* it is still known */
    addresses_free(a);
}

static uint64_t key_of(const char *text)
{
    struct sockaddr_in in = {.sin_family = AF_INET};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &in.sin_addr) == 1)
        return address_key((const struct sockaddr *)&in);
    assert_int_equal(inet_pton(AF_INET6, text, &in6.sin6_addr), 1);
    return address_key((const struct sockaddr *)&in6);
}

static void a_network_of_ipv6_is_one(void **state)
{
    (void)state;
    assert_true(key_of("10.0.0.1") != key_of("10.0.0.2"));
    assert_true(key_of("2001:db8::1") == key_of("2001:db8::ffff:2"));
    assert_true(key_of("2001:db8::1") != key_of("2001:db8:0:1::1"));
}

/* A socket that listens on :: has IPv4 peers as ::ffff:a.b.c.d; each is one address there, too. */
static void ipv4_in_ipv6_is_ipv4(void **state)
{
    (void)state;
    assert_true(key_of("::ffff:10.0.0.1") == key_of("10.0.0.1"));
    assert_true(key_of("::ffff:10.0.0.1") != key_of("::ffff:10.0.0.2"));
    assert_true(key_of("::ffff:10.0.0.1") != key_of("::1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_kept), cmocka_unit_test(the_reserve_is_for_the_known),
        cmocka_unit_test(a_network_of_ipv6_is_one), cmocka_unit_test(ipv4_in_ipv6_is_ipv4)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
