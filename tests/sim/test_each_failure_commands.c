/* The operator's commands on a real store: every call that allocates memory, or opens, writes,
 * syncs or renames a file, fails once or from then on. A command must then report an error and
 * leave no partial files; if it reports none, its answer must be right, byte for byte.
 *
 * usage: test_each_failure_commands [MOST]   failures of each kind; 0: every call */
#include "each_call.h"

#include "log/audit/verify.h"
#include "paper/night.h"

#include <dirent.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

int croupier_main(int argc, char **argv); /* main() of the program, renamed */

#define WORDS_MAX 10

static unsigned at_most = 25;

/* A call of the program. A word "@NAME" stands for a file in the test's folder. */
struct call {
    const char *name;
    const char *words[WORDS_MAX];
    const char *makes; /* the store that it must make, a copy of the existing one; NULL: none */
    bool says_bytes;   /* its output depends on the store only */
};

static const struct call calls[] = {
    {"backup", {"backup", "@store", "@copy", "--utc"}, "copy", false},
    {"restore", {"restore", "@kept", "@copy", "--json"}, "copy", false},
    {"db copy", {"db", "copy", "@store", "@copy"}, "copy", false},
    {"verify", {"verify", "@store", "--json"}, NULL, false},
    {"log", {"log", "@store", "--utc"}, NULL, true},
    {"log as JSON", {"log", "@store", "--json", "--kind", "money"}, NULL, true},
    {"log as CSV", {"log", "@store", "--csv", "--utc", "--user", "Ann"}, NULL, true},
    {"export", {"log", "@store", "--export", "-"}, NULL, true},
    {"coin-in report", {"report", "coin-in", "--store", "@store", "--csv"}, NULL, true},
    {"activity report", {"report", "activity", "--store", "@store", "--json"}, NULL, true},
    {"jackpots report", {"report", "jackpots", "--store", "@store"}, NULL, true},
    {"shift report", {"report", "shift", "--store", "@store"}, NULL, true},
};
#define CALLS (sizeof(calls) / sizeof(calls[0]))

static const struct call *current;
static struct store_head head; /* of the existing store */
static uint8_t good[32];       /* hash of the right output */
static bool has_good;

/* ---- The store ---- */

static void make_store(void)
{
    uint8_t hash[CR_HASH_BYTES];
    struct night *n = night_open(each_path("store"));
    night_document(n, "cn", NULL, hash);
    night_link(n, "main", hash, 0, false);
    night_table(n, 0, "main");
    night_open_link(n, "main", true);
    night_open_shift(n, "Night");
    for (unsigned i = 0; i < 4; i++)
        night_round(n, 0, (uint8_t)(1 + 9 * i));
    night_coin_in(n, 0, 0x7f);
    const uint64_t claim = night_claim(n, 0, 3, CR_ROYAL_FLUSH);
    night_pay(n, 0, claim, CR_KEY_HIGH);
    night_game_over(n, 0);
    assert_int_equal(store_head(n->store, &head, NULL), 0);
    night_close(n);
}

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 20];
    FILE *in = fopen(each_path(from), "rb"), *out = fopen(each_path(to), "wb");
    assert_true(in != NULL && out != NULL);
    const size_t len = fread(bytes, 1, sizeof(bytes), in);
    assert_true(len > 0 && len < sizeof(bytes));
    assert_int_equal(fwrite(bytes, 1, len, out), len);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

static bool is_there(const char *name)
{
    return access(each_path(name), F_OK) == 0;
}

/* The store must be complete and equal to the existing one. */
static void check_store(const char *name)
{
    static struct verify_report report;
    const struct verify_options options = {.one_thread = true, .expect = &head};
    struct store *store = NULL;
    struct cr_err err = {0};
    if (store_open(each_path(name), STORE_READ, &store, &err) != 0)
        fail_msg("%s: %s", current->name, err.text);
    assert_int_equal(verify_store(store, &options, &report, &err), 0);
    if (verify_fault_count(&report) > 0 || report.head.seq != head.seq)
        fail_msg("%s: %s ends at %llu: %s", current->name, name,
                 (unsigned long long)report.head.seq, report.kept[0].text);
    store_close(store);
}

/* ---- Running a command in the child ---- */

static int work(struct told *told)
{
    char *argv[WORDS_MAX + 2] = {"croupier"};
    int argc = 1;
    (void)told;
    for (; current->words[argc - 1] != NULL; argc++) {
        const char *word = current->words[argc - 1];
        argv[argc] = (char *)(uintptr_t)(word[0] == '@' ? each_path(word + 1) : word);
    }
    return croupier_main(argc, argv);
}

static void begin(void)
{
    static const char *const parts[] = {"copy", "copy-wal", "copy-shm", "copy-journal",
                                        "copy.lock"};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        unlink(each_path(parts[i]));
}

static void hash_output(uint8_t out[32])
{
    static char bytes[1 << 20];
    FILE *said = fopen(each_path(EACH_OUTPUT), "rb");
    assert_non_null(said);
    const size_t len = fread(bytes, 1, sizeof(bytes), said);
    fclose(said);
    assert_true(len > 0);
    crypto_generichash(out, 32, (const uint8_t *)bytes, len, NULL, 0);
}

/* No temporary files may be left. */
static void check_no_parts(void)
{
    DIR *folder = opendir(each_folder());
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (strstr(entry->d_name, ".part-") != NULL)
            fail_msg("%s: %s is left", current->name, entry->d_name);
    closedir(folder);
}

static void check(const struct told *told, int status)
{
    uint8_t hash[32];
    (void)told;
    check_store("store");
    if (current->makes != NULL) {
        if (status >= 0)
            check_no_parts();
        if (status == 0 || (status > 0 && is_there(current->makes)))
            check_store(current->makes);
        begin(); /* the next run begins without the copy */
    }
    if (status != 0 || !current->says_bytes)
        return;
    hash_output(hash);
    if (!has_good)
        memcpy(good, hash, sizeof(good));
    has_good = true;
    if (memcmp(good, hash, sizeof(hash)) != 0)
        fail_msg("%s: another answer, and not a word about it", current->name);
}

static void no_failure_is_passed_over(void **state)
{
    (void)state;
    make_store();
    copy_file("store", "kept");
    for (size_t i = 0; i < CALLS; i++) {
        const struct job job = {
            .name = calls[i].name, .run = work, .prepare = begin, .check = check};
        current = &calls[i];
        has_good = false;
        each_call(&job, at_most);
    }
}

static int clean_up(void **state)
{
    (void)state;
    DIR *folder = opendir(each_folder());
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.')
            unlink(each_path(entry->d_name));
    closedir(folder);
    return rmdir(each_folder());
}

int main(int argc, char **argv)
{
    faults_watch_sqlite();
    if (argc > 1)
        at_most = (unsigned)strtoul(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(no_failure_is_passed_over, clean_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
