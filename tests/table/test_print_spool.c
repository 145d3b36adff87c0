/* Papers that wait in the spool: nothing goes to a printer before the mark allows it, nothing is
 * lost or printed twice by a crash at any point, and what may have been printed already says so. */
#include "os/clock.h"
#include "service/printer/print_delivery.h"
#include "service/printer/print_process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static struct print_spool spool;
static char folder[64];

/* The program ends and starts again with nothing but the folder. */
static void restart(void)
{
    struct cr_err err = {0};
    if (spool.lock > 0)
        close(spool.lock);
    snprintf(spool.dir, sizeof spool.dir, "%s/spool", folder);
    assert_int_equal(print_spool_open(&spool, &err), CR_OK);
}

static int set_up(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/croupier-spool-XXXXXX");
    memset(&spool, 0, sizeof spool);
    assert_non_null(mkdtemp(folder));
    restart();
    return 0;
}

static int tear_down(void **state)
{
    char command[128];
    (void)state;
    close(spool.lock);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static const struct print_job receipt = {.number = 12, .of = 7, .kind = PRINT_RECEIPT};

static void keep(const struct print_job *job)
{
    struct cr_err err = {0};
    assert_int_equal(print_spool_keep(&spool, job, "paper", 5, "REPRINT", 7, &err), CR_OK);
}

static void reach(uint64_t next)
{
    struct cr_err err = {0};
    assert_int_equal(print_spool_reach(&spool, next, &err), CR_OK);
}

static bool has_first(struct print_job *out)
{
    unsigned count;
    return print_spool_first(&spool, PRINT_RECEIPT, out, &count);
}

/* Begins the first job, and compares what the printer would get. */
static void assert_prints(struct print_job *job, const char *text)
{
    char path[PATH_MAX], got[16] = "";
    struct cr_err err = {0};
    assert_true(has_first(job));
    assert_int_equal(print_spool_begin(&spool, job, path, &err), CR_OK);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(got, sizeof got, file));
    fclose(file);
    assert_string_equal(got, text);
}

static void nothing_goes_before_the_mark(void **state)
{
    struct print_job job;
    (void)state;
    assert_int_equal(spool.next, 0);
    keep(&receipt);
    assert_false(has_first(&job));
    restart(); /* between paper and mark: it is kept again as one paper */
    keep(&receipt);
    assert_false(has_first(&job));
    reach(13);
    assert_prints(&job, "paper");
    assert_int_equal(job.of, 7);
    print_spool_done(&spool, &job);
    assert_false(has_first(&job));
}

static void what_was_done_does_not_come_back(void **state)
{
    struct print_job job;
    (void)state;
    keep(&receipt);
    reach(13);
    assert_prints(&job, "paper");
    print_spool_done(&spool, &job);
    restart();
    assert_int_equal(spool.next, 13);
    keep(&receipt);
    assert_false(has_first(&job));
}

static void what_may_be_printed_is_marked(void **state)
{
    struct print_job job;
    (void)state;
    keep(&receipt);
    reach(13);
    assert_prints(&job, "paper");
    restart();
    assert_prints(&job, "REPRINT");
    print_spool_give_up(&spool, &job); /* refused; the printer may still have a copy */
    assert_prints(&job, "REPRINT");
    print_spool_done(&spool, &job);
    assert_false(has_first(&job));
}

static void what_was_refused_is_no_reprint(void **state)
{
    struct print_job job;
    (void)state;
    keep(&receipt);
    reach(13);
    assert_prints(&job, "paper");
    print_spool_give_up(&spool, &job);
    assert_prints(&job, "paper");
}

static void papers_go_in_their_order_each_kind_by_itself(void **state)
{
    struct print_job job, other = {.number = 9, .of = 3, .kind = PRINT_FORM};
    unsigned count;
    (void)state;
    keep(&receipt);
    keep(&(struct print_job){.number = 5, .of = 4, .kind = PRINT_RECEIPT});
    keep(&other);
    reach(13);
    assert_true(print_spool_first(&spool, PRINT_RECEIPT, &job, &count));
    assert_int_equal(job.number, 5);
    assert_int_equal(count, 2);
    assert_true(print_spool_first(&spool, PRINT_FORM, &job, &count));
    assert_int_equal(job.of, 3);
    assert_int_equal(count, 1);
    assert_false(print_spool_first(&spool, PRINT_SLIP, &job, &count));
}

static void one_program_prints_from_a_folder(void **state)
{
    struct print_spool second = {0};
    struct cr_err err = {0};
    (void)state;
    memcpy(second.dir, spool.dir, sizeof second.dir);
    assert_int_equal(print_spool_open(&second, &err), CR_E_STATE);
    assert_non_null(strstr(err.text, "another manager prints"));
}

static void a_mark_that_is_no_number_is_told(void **state)
{
    char path[PRINT_PATH_MAX + 16];
    struct cr_err err = {0};
    (void)state;
    snprintf(path, sizeof path, "%s/reached", spool.dir);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("twelve\n", file);
    fclose(file);
    close(spool.lock);
    assert_int_equal(print_spool_open(&spool, &err), CR_E_INPUT);
    assert_non_null(strstr(err.text, "reached does not hold the number"));
    /* the fault is told at every start until somebody mends it */
    assert_int_equal(print_spool_open(&spool, &err), CR_E_INPUT);
}

/* A paper that cannot be read to its end is not delivered; what was read is thrown away. */
static void a_paper_that_cannot_be_read_is_not_delivered(void **state)
{
    struct print_delivery d;
    struct print_target target = {.is_command = false};
    enum print_result result = PRINT_UNDER_WAY;
    char fault[256] = "", made[128];
    (void)state;
    assert_true(print_target_add(&target, folder, strlen(folder)));
    /* a folder can be opened, and every read of it fails */
    assert_true(print_delivery_begin(&d, &target, &receipt, folder, 0));
    for (unsigned i = 0; i < 1000 && result == PRINT_UNDER_WAY; i++) {
        clock_sleep_ms(10);
        result = print_delivery_look(&d, &target, 0, fault, sizeof fault);
    }
    assert_int_equal(result, PRINT_REFUSED);
    assert_non_null(strstr(fault, strerror(EISDIR)));
    snprintf(made, sizeof made, "%s/receipt-7.pdf", folder);
    assert_int_equal(access(made, F_OK), -1);
}

/* ---- The process that prints ---- */

static unsigned forks_to_fail;

pid_t __real_fork(void);
pid_t __wrap_fork(void);
pid_t __wrap_fork(void)
{
    if (forks_to_fail == 0)
        return __real_fork();
    forks_to_fail--;
    errno = EAGAIN;
    return -1;
}

/* A machine without room for a process prints later, and not as a reprint: nobody has the paper. */
static void a_delivery_that_could_not_begin_is_no_reprint(void **state)
{
    static struct print_targets targets;
    char made[128], text[16] = "";
    int pair[2];
    (void)state;
    keep(&receipt);
    reach(13);
    close(spool.lock);
    memset(&targets, 0, sizeof targets);
    assert_true(print_target_add(&targets.of[PRINT_RECEIPT], folder, strlen(folder)));
    snprintf(targets.spool, sizeof targets.spool, "%s", spool.dir);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    const pid_t pid = __real_fork();
    if (pid == 0) {
        close(pair[0]);
        forks_to_fail = 1;
        print_process(pair[1], &targets);
        _exit(0);
    }
    close(pair[1]);
    snprintf(made, sizeof made, "%s/receipt-7.pdf", folder);
    for (unsigned i = 0; i < 6000 && access(made, F_OK) != 0; i++)
        clock_sleep_ms(10);
    FILE *file = fopen(made, "r");
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text - 1, file), 5);
    assert_string_equal(text, "paper");
    fclose(file);
    close(pair[0]);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    spool.lock = -1;
    restart();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_goes_before_the_mark, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_done_does_not_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_may_be_printed_is_marked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_refused_is_no_reprint, set_up, tear_down),
        cmocka_unit_test_setup_teardown(papers_go_in_their_order_each_kind_by_itself, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(one_program_prints_from_a_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mark_that_is_no_number_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_paper_that_cannot_be_read_is_not_delivered, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_delivery_that_could_not_begin_is_no_reprint, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
