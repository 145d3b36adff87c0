/* The PDF of an analysis: a complete file or none, and the same bytes for the same data.
 * tests/e2e/report_pdf.sh tests what the pages show. */
#include "app/paper_out.h"
#include "math/study/study.h"
#include "reports/mathematics/analysis_paper.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define PATH_LEN 256

/* A folder for the files of the tests; each test removes what it has made. */
static char folder[] = "/tmp/croupier-pdf-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static const char *in_folder(char out[PATH_LEN], const char *name)
{
    snprintf(out, PATH_LEN, "%s/%s", folder, name);
    return out;
}

static unsigned files_in_folder(void)
{
    DIR *dir = opendir(folder);
    unsigned n = 0;
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));)
        n += entry->d_name[0] != '.';
    closedir(dir);
    return n;
}

/* ---- Subjects ---- */

struct made {
    struct subject subject;
    struct cr_progressive beside;
    bool has_beside;
    struct analyses analyses;
    struct study study;
};

/* Loads what is asked for; NULL leaves a part out. The caller frees the result. */
static struct made *made_new(const char *rules, const char *progressive)
{
    struct made *m = calloc(1, sizeof *m);
    struct cr_err err = {0};
    assert_non_null(m);
    m->subject.is_progressive = !rules;
    m->has_beside = rules && progressive;
    if (rules && cr_rules_load(rules, &m->subject.rules, &err) != CR_OK)
        fail_msg("%s", err.text);
    if (progressive &&
        cr_progressive_load(progressive, rules ? &m->beside : &m->subject.progressive, &err) !=
            CR_OK)
        fail_msg("%s", err.text);
    return m;
}

static int write_pdf(struct made *m, const char *file, struct cr_err *err)
{
    const struct study_options options = {.progressive = m->has_beside ? &m->beside : NULL,
                                          .alone = true,
                                          .ante = cr_money_from_units(STUDY_ANTE_UNITS)};
    const struct study *study = &m->study;
    const bool is_progressive = m->subject.is_progressive;
    char *data = NULL;
    size_t len = 0;
    int rc = study_run(&m->study, &m->analyses, &m->subject, &options, err);
    if (rc == CR_OK)
        rc = analysis_pdf(is_progressive ? NULL : &study->base,
                          is_progressive ? &study->progressive : study->base.progressive, false,
                          &data, &len, err);
    if (rc == CR_OK)
        rc = paper_out_file(file, data, len, err);
    free(data);
    return rc;
}

/* Reads a whole file; the caller frees the result. */
static char *read_file(const char *file, size_t *len)
{
    struct stat st;
    FILE *f = fopen(file, "rb");
    assert_non_null(f);
    assert_int_equal(fstat(fileno(f), &st), 0);
    *len = (size_t)st.st_size;
    char *data = malloc(*len + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *len, f), *len);
    fclose(f);
    return data;
}

/* ---- Whole files ---- */

static void writes_the_same_bytes(const char *rules, const char *progressive)
{
    struct made *s = made_new(rules, progressive);
    char paths[2][PATH_LEN], *data[2];
    size_t len[2];
    struct cr_err err = {0};
    for (unsigned i = 0; i < 2; i++) {
        in_folder(paths[i], i ? "b.pdf" : "a.pdf");
        if (write_pdf(s, paths[i], &err) != CR_OK)
            fail_msg("%s", err.text);
        data[i] = read_file(paths[i], &len[i]);
        assert_true(len[i] > 10 * 1024);
        assert_memory_equal(data[i], "%PDF-1.", 7);
        assert_memory_equal(data[i] + len[i] - 6, "%%EOF\n", 6);
    }
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(data[0], data[1], len[0]);
    assert_int_equal(files_in_folder(), 2);
    for (unsigned i = 0; i < 2; i++) {
        free(data[i]);
        assert_int_equal(unlink(paths[i]), 0);
    }
    free(s);
}

static void pg_with_its_progressive(void **state)
{
    (void)state;
    writes_the_same_bytes("pg-flush", "ptha-1");
}

static void uth_with_its_progressive(void **state)
{
    (void)state;
    writes_the_same_bytes("uth-cn", "cn");
}

static void tcp_alone(void **state)
{
    (void)state;
    writes_the_same_bytes("tcp-cn", NULL);
}

static void progressives_alone(void **state)
{
    (void)state;
    for (size_t i = 0; cr_shipped_at(i); i++)
        if (cr_shipped_at(i)->is_progressive)
            writes_the_same_bytes(NULL, cr_shipped_at(i)->name);
}

static void replaces_a_file_that_is_there(void **state)
{
    (void)state;
    struct made *s = made_new(NULL, "cn");
    struct cr_err err = {0};
    char path[PATH_LEN];
    size_t len;
    FILE *old = fopen(in_folder(path, "old.pdf"), "w");
    assert_non_null(old);
    assert_true(fputs("something else", old) >= 0);
    fclose(old);
    assert_int_equal(write_pdf(s, path, &err), CR_OK);
    char *data = read_file(path, &len);
    assert_memory_equal(data, "%PDF", 4);
    free(data);
    assert_int_equal(unlink(path), 0);
    free(s);
}

/* Another progressive must give another file: the repeated bytes above are not due to a constant
 * output. */
static void other_progressives_differ(void **state)
{
    (void)state;
    const char *const names[2] = {"ptha-1", "ptha-2"};
    char path[PATH_LEN], *data[2];
    size_t len[2];
    struct cr_err err = {0};
    in_folder(path, "x.pdf");
    for (unsigned i = 0; i < 2; i++) {
        struct made *s = made_new(NULL, names[i]);
        assert_int_equal(write_pdf(s, path, &err), CR_OK);
        data[i] = read_file(path, &len[i]);
        free(s);
    }
    assert_true(len[0] != len[1] || memcmp(data[0], data[1], len[0]) != 0);
    free(data[0]);
    free(data[1]);
    assert_int_equal(unlink(path), 0);
}

/* ---- Unusual data ---- */

/* Awards that pay nothing, no percentage at all, very wide titles and an amount of ten digits: no
 * text may be wider than its cell. */
static void odd_progressives(void **state)
{
    (void)state;
    struct made *s = made_new(NULL, "ptha-1");
    struct cr_err err = {0};
    char path[PATH_LEN];
    in_folder(path, "odd.pdf");
    memset(s->subject.progressive.title, 'W', CR_TITLE_MAX - 1);
    memset(s->subject.progressive.house, 'M', CR_TITLE_MAX - 1);
    s->subject.progressive.awards[CR_ROYAL_FLUSH].kind = CR_AWARD_FIXED;
    s->subject.progressive.awards[CR_ROYAL_FLUSH].amount = cr_money_from_units(1000000000);
    s->subject.progressive.awards[CR_STRAIGHT_FLUSH].kind = CR_AWARD_NONE;
    if (write_pdf(s, path, &err) != CR_OK)
        fail_msg("%s", err.text);
    for (unsigned c = 0; c < CR_CATEGORIES; c++)
        s->subject.progressive.awards[c].kind = CR_AWARD_NONE;
    if (write_pdf(s, path, &err) != CR_OK)
        fail_msg("%s", err.text);
    assert_int_equal(unlink(path), 0);
    free(s);
}

/* ---- Faults ---- */

static void fails(struct made *s, const char *path, const char *cause)
{
    struct cr_err err = {0};
    assert_int_equal(write_pdf(s, path, &err), CR_E_IO);
    if (!strstr(err.text, path) || !strstr(err.text, cause))
        fail_msg("\"%s\" does not name %s and \"%s\"", err.text, path, cause);
    assert_int_equal(files_in_folder(), 0);
}

static void places_that_cannot_be_written(void **state)
{
    (void)state;
    struct made *s = made_new(NULL, "ptha-1");
    char path[PATH_LEN];
    fails(s, in_folder(path, "no/such/folder.pdf"), "No such file or directory");
    fails(s, folder, "no plain file");
    fails(s, "/dev/null", "no plain file");
    fails(s, "/dev/null/x.pdf", "Not a directory");
    free(s);
}

/* The process limits the size of its own files, which is as near to a full disk as a test can come.
 */
static void a_full_disk_leaves_nothing(void **state)
{
    (void)state;
    struct made *s = made_new(NULL, "ptha-1");
    struct rlimit old, small;
    char path[PATH_LEN];
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 4096;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    struct cr_err err = {0};
    const int rc = write_pdf(s, in_folder(path, "full.pdf"), &err);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(rc, CR_E_IO);
    assert_non_null(strstr(err.text, "full.pdf: File too large"));
    assert_int_equal(files_in_folder(), 0);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pg_with_its_progressive),
        cmocka_unit_test(uth_with_its_progressive),
        cmocka_unit_test(tcp_alone),
        cmocka_unit_test(progressives_alone),
        cmocka_unit_test(replaces_a_file_that_is_there),
        cmocka_unit_test(other_progressives_differ),
        cmocka_unit_test(odd_progressives),
        cmocka_unit_test(places_that_cannot_be_written),
        cmocka_unit_test(a_full_disk_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
