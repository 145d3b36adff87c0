/* Makes authorities and certificates for tests (papers.h). */
#define _GNU_SOURCE
#include "papers.h"

#include "net/pki/authority.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

const char *papers_file(const struct papers *p, const char *name)
{
    static char paths[4][128];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", p->dir, name);
    return path;
}

static size_t read_file(const char *path, char *out, size_t room)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t len = fread(out, 1, room - 1, file);
    out[len] = '\0';
    fclose(file);
    return len;
}

void papers_issue(const struct issue_pair *authority, enum issue_purpose purpose, const char *name,
                  const char *unit, int seconds, struct issue_pair *out)
{
    struct cr_err err;
    const time_t now = time(NULL);
    struct issue_request request = {.purpose = purpose,
                                    .name = name,
                                    .unit = unit,
                                    .since = now - 3600,
                                    .until = now + seconds};
    if (issue_pair(&request, authority, out, &err) != CR_OK)
        fail_msg("%s", err.text);
}

void papers_write(const char *path, const char *text, size_t len, unsigned mode)
{
    char new[256];
    snprintf(new, sizeof new, "%s.new", path);
    int fd = open(new, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, len), (ssize_t)len);
    fchmod(fd, mode);
    close(fd);
    assert_int_equal(rename(new, path), 0);
}

void papers_make(struct papers *p)
{
    static const char *const hosts[] = {"localhost", "127.0.0.1"};
    struct cr_err err;
    snprintf(p->dir, sizeof p->dir, "/tmp/croupier-tls-XXXXXX");
    assert_non_null(mkdtemp(p->dir));
    if (authority_init(p->dir, "trial", hosts, 2, NULL, &err) != CR_OK)
        fail_msg("%s", err.text);
    p->own.key_len = read_file(papers_file(p, "ca.key"), p->own.key, sizeof p->own.key);
    p->own.certificate_len =
        read_file(papers_file(p, "ca.pem"), p->own.certificate, sizeof p->own.certificate);
    papers_issue(NULL, ISSUE_AUTHORITY, "trial authority", NULL, 3600, &p->foreign);
}

static void remove_folder(const char *path)
{
    char inner[512];
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, e->d_name);
        if (unlink(inner) != 0)
            remove_folder(inner);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

void papers_remove(struct papers *p)
{
    remove_folder(p->dir);
}
