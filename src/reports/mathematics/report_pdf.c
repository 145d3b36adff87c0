/* The report as a whole: what it needs is computed, drawn twice, and moved into place. */
#include "reports/mathematics/report_pdf.h"

#include "base/check.h"
#include "base/err.h"
#include "base/text.h"
#include "base/version.h"
#include "game/games/game.h"
#include "math/analyze.h"
#include "reports/mathematics/pdf_parts.h"

#include <cairo-pdf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- What the report needs ---- */

static int compute_examples(struct pdf_report *report, struct cr_err *err)
{
    static const char ace_jack[] = "AsJh", fives[] = "5s5h", flop[] = "8d9dJs";
    cr_card hole[2], board[3];
    size_t n;
    int rc = cr_cards_parse(ace_jack, strlen(ace_jack), hole, 2, &n, err);
    if (rc == CR_OK)
        rc = cr_outcomes(report->rules, hole, NULL, &report->outcomes, err);
    if (rc == CR_OK)
        rc = cr_cards_parse(fives, strlen(fives), hole, 2, &n, err);
    if (rc == CR_OK)
        rc = cr_cards_parse(flop, strlen(flop), board, 3, &n, err);
    if (rc == CR_OK)
        rc = cr_turn_cards(report->rules, hole, board, &report->turns, err);
    report->has_examples = rc == CR_OK;
    return rc;
}

/* UTH-6: a fold that forfeits the progressive leaves only some hands to win it. */
static int compute_live(struct pdf_report *report, struct cr_err *err)
{
    struct cr_category_counts counts;
    struct cr_analysis *again = malloc(sizeof *again);
    if (!again)
        return err_set(err, CR_E_RANGE, "not enough memory for the analysis");
    int rc = analyze_with_live(report->rules, NULL, again, &counts, &report->has_live, err);
    free(again);
    if (rc == CR_OK && report->has_live)
        rc = cr_analyze_progressive(report->progressive, &counts, &report->live, err);
    return rc;
}

/* The smallest Ante of the table, or ten of a table that posts none. */
static double table_ante(const struct cr_rules *rules)
{
    const struct cr_money min = rules->limits[rules->game->ante].min;
    return min.micro > 0 ? (double)min.micro / CR_MICRO_PER_UNIT : 10;
}

static int compute_progressive(struct pdf_report *report, struct cr_err *err)
{
    const struct cr_rules *rules = report->rules;
    struct cr_category_counts counts;
    double house_share;
    cr_five_card_counts(&counts);
    report->ante = rules ? table_ante(rules) : 0;
    int rc = cr_analyze_progressive(report->progressive, &counts, &report->figures, err);
    if (rc == CR_OK)
        rc = cr_analyze_meters(report->progressive, &counts,
                               rules ? report->analysis->house_edge : 0, report->ante,
                               report->meters, &report->std_dev, &house_share, err);
    if (rc == CR_OK && rules && rules->game == &game_uth &&
        (rules->fold_forfeits >> rules->game->progressive & 1))
        rc = compute_live(report, err);
    return rc;
}

static int compute(struct pdf_report *report, struct cr_err *err)
{
    int rc = CR_OK;
    if (report->rules && report->rules->game == &game_pg)
        rc = compute_examples(report, err);
    if (rc == CR_OK && report->progressive)
        rc = compute_progressive(report, err);
    return rc;
}

/* ---- Drawing ---- */

static const char *title_of(const struct pdf_report *report)
{
    return report->rules ? report->rules->title : report->progressive->title;
}

static void set_metadata(cairo_surface_t *surface, const struct pdf_report *report)
{
    char keywords[256];
    snprintf(keywords, sizeof keywords, "house edge, exact analysis%s%s%s%s",
             report->rules ? ", " : "", report->rules ? report->rules->name : "",
             report->progressive ? ", " : "", report->progressive ? report->progressive->name : "");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title_of(report));
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, croupier_program);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, croupier_program);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, "Mathematical analysis");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_KEYWORDS, keywords);
    /* When it was written is no part of it: equal data, equal bytes. */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, "1970-01-01T00:00:00Z");
}

/* "pg-flush ec745742ae13": a file by name and the first digits of its hash. */
static void add_origin(struct text *text, const char *name, const uint8_t hash[CR_HASH_BYTES])
{
    text_add_format(text, "  \u00b7  %s ", name);
    for (unsigned i = 0; i < 8; i++)
        text_add_format(text, "%02x", hash[i]);
}

static unsigned draw(cairo_surface_t *surface, const struct pdf_report *report, unsigned pages)
{
    struct pdf pdf;
    struct text text;
    char running[CR_TITLE_MAX + CR_NAME_MAX + 16], origin[256];
    text_init(&text, origin, sizeof origin);
    text_add(&text, croupier_program);
    if (report->rules)
        add_origin(&text, report->rules->name, report->rules->hash);
    if (report->progressive)
        add_origin(&text, report->progressive->name, report->progressive->hash);
    snprintf(running, sizeof running, "%s  \u00b7  %s", title_of(report),
             report->rules ? report->rules->name : report->progressive->name);
    pdf_open(&pdf, surface, running, origin, pages);
    pdf_title_part(&pdf, report);
    if (report->rules)
        pdf_base_part(&pdf, report);
    if (report->has_examples)
        pdf_examples_part(&pdf, report);
    if (report->progressive) {
        pdf_progressive_part(&pdf, report);
        pdf_meters_part(&pdf, report);
    }
    return pdf_close(&pdf);
}

/* ---- Writing ---- */

/* Where the bytes go, and the first thing that went wrong with them. */
struct sink {
    FILE *file;
    int error; /* an errno */
};

static cairo_status_t write_bytes(void *closure, const unsigned char *data, unsigned int len)
{
    struct sink *sink = closure;
    if (!sink->file)
        return CAIRO_STATUS_SUCCESS; /* only counting pages */
    if (fwrite(data, 1, len, sink->file) == len)
        return CAIRO_STATUS_SUCCESS;
    if (!sink->error)
        sink->error = errno ? errno : EIO;
    return CAIRO_STATUS_WRITE_ERROR;
}

/* Draws into the sink; the number of pages, 0 when it failed. */
static unsigned draw_into(struct sink *sink, const struct pdf_report *report, unsigned pages)
{
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(write_bytes, sink, PDF_PAGE_WIDTH, PDF_PAGE_HEIGHT);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
        set_metadata(surface, report);
        pages = draw(surface, report, pages);
        cairo_surface_finish(surface);
    }
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS)
        pages = 0;
    if (pages == 0 && !sink->error)
        sink->error = ENOMEM;
    cairo_surface_destroy(surface);
    return pages;
}

static int write_failed(const char *file, int error, struct cr_err *err)
{
    return err_set(err, CR_E_IO, "cannot write %s: %s", file, strerror(error));
}

/* Writes, syncs and closes the file; an errno, 0 when all is well. */
static int write_pages(int fd, const struct pdf_report *report)
{
    struct sink sink = {fdopen(fd, "wb"), 0}, none = {NULL, 0};
    if (!sink.file) {
        const int error = errno;
        close(fd);
        return error;
    }
    const unsigned pages = draw_into(&none, report, 0);
    if (pages == 0)
        sink.error = none.error;
    else
        draw_into(&sink, report, pages);
    if (!sink.error && (fflush(sink.file) || fsync(fd)))
        sink.error = errno;
    if (fclose(sink.file) && !sink.error)
        sink.error = errno;
    return sink.error;
}

static int write_file(const char *file, const struct pdf_report *report, struct cr_err *err)
{
    char beside[PATH_MAX];
    struct stat there;
    if (stat(file, &there) == 0 && !S_ISREG(there.st_mode))
        return err_set(err, CR_E_IO, "cannot write %s: it is there and is no plain file", file);
    const int n = snprintf(beside, sizeof beside, "%s.%ld.tmp", file, (long)getpid());
    if (n < 0 || (size_t)n >= sizeof beside)
        return write_failed(file, ENAMETOOLONG, err);
    const int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return write_failed(file, errno, err);
    int error = write_pages(fd, report);
    if (!error && rename(beside, file))
        error = errno;
    if (!error)
        return CR_OK;
    unlink(beside);
    return write_failed(file, error, err);
}

int report_pdf(const char *file, const struct cr_rules *rules,
               const struct cr_progressive *progressive, const struct cr_analysis *analysis,
               struct cr_err *err)
{
    CHECK(!rules == !analysis && (rules || progressive));
    struct pdf_report *report = calloc(1, sizeof *report);
    if (!report)
        return err_set(err, CR_E_RANGE, "not enough memory for the report");
    report->rules = rules;
    report->analysis = analysis;
    report->progressive = progressive;
    int rc = compute(report, err);
    if (rc == CR_OK)
        rc = write_file(file, report, err);
    free(report);
    return rc;
}
