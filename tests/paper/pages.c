/* Reads the text of a PDF's pages with pdftotext. */
#include "pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

char *pages_render(const struct paper *p, size_t *len)
{
    char *data = NULL;
    struct cr_err err = {0};
    if (paper_render(p, PAPER_AS_PDF, &data, len, &err) != CR_OK)
        fail_msg("%s", err.text);
    return data;
}

char *pages_text(const char *pdf, size_t len)
{
    char path[] = "/tmp/croupier-paper-XXXXXX", command[128];
    size_t room = 1 << 16, used = 0;
    char *text = malloc(room);
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && text);
    assert_int_equal(write(fd, pdf, len), len);
    close(fd);
    snprintf(command, sizeof command, "pdftotext -layout %s -", path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    for (size_t n; (n = fread(text + used, 1, room - used - 1, pipe)) > 0;) {
        used += n;
        if (room - used < 2) {
            text = realloc(text, room *= 2);
            assert_non_null(text);
        }
    }
    text[used] = '\0';
    assert_int_equal(pclose(pipe), 0);
    unlink(path);
    return text;
}

unsigned pages_count(const char *text)
{
    return pages_find(text, "\f");
}

unsigned pages_find(const char *text, const char *what)
{
    unsigned count = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        count++;
    return count;
}
