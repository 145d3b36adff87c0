/* Finds and reads the bytes of a rules file, shipped under a name or stored at a path. */
#include "game/rules/load_source.h"

#include "base/err.h"
#include "base/plain_file.h"
#include "base/text.h"
#include "game/rules/load_values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct doc_limits rules_file_limits = {.bytes = 65536, .nodes = 2000};

bool source_is_path(const char *text)
{
    static const char suffix[] = ".yaml";
    const size_t len = strlen(text);
    return strchr(text, '/') ||
           (len >= sizeof suffix && strcmp(text + len - (sizeof suffix - 1), suffix) == 0);
}

static int system_fault(const char *path, int number, struct cr_err *err)
{
    char origin[DOC_ORIGIN_TEXT_MAX];
    doc_origin_text(path, origin);
    return err_set(err, number == ENOENT ? CR_E_NOT_FOUND : CR_E_IO,
                   "%s: cannot be read: %s; give the path of a YAML file", origin,
                   plain_file_fault(number));
}

int source_read(const char *path, size_t most, struct source *out, struct cr_err *err)
{
    FILE *file = plain_file_open(path);
    if (!file)
        return system_fault(path, errno, err);
    const size_t room = most + 1; /* one more: the parser rejects what is too large */
    int rc = CR_OK;
    size_t len = 0;
    char *bytes = malloc(room);
    if (!bytes) {
        rc = system_fault(path, ENOMEM, err);
    } else {
        errno = 0;
        len = fread(bytes, 1, room, file);
        if (ferror(file))
            rc = system_fault(path, errno ? errno : EIO, err);
    }
    fclose(file);
    if (rc) {
        free(bytes);
        return rc;
    }
    *out = (struct source){.origin = path, .text = bytes, .len = len, .owned = bytes};
    return CR_OK;
}

static int unknown_name(const char *name, struct cr_err *err)
{
    char names[200];
    struct text t = text_in(names, sizeof names);
    const struct cr_shipped *file;
    for (size_t i = 0; (file = cr_shipped_at(i)); i++)
        text_add_format(&t, "%s%s", i ? ", " : "", file->name);
    return err_set(
        err, CR_E_NOT_FOUND,
        "nothing is shipped under the name \"%.*s\"; choose one of: %s; or give the path "
        "of a file, with / in it or ending in .yaml",
        DOC_QUOTE(((struct doc_text){name, strlen(name)})), names);
}

int source_open(const char *name_or_path, struct source *out, struct cr_err *err)
{
    if (source_is_path(name_or_path))
        return source_read(name_or_path, rules_file_limits.bytes, out, err);
    const struct cr_shipped *file = cr_shipped_find(name_or_path);
    if (!file)
        return unknown_name(name_or_path, err);
    *out = (struct source){.origin = file->name, .text = file->text, .len = file->len};
    return CR_OK;
}

void source_release(struct source *source)
{
    free(source->owned);
}

int source_is_progressive(const struct source *source, bool *out, struct cr_err *err)
{
    struct doc *doc;
    int rc = doc_new(source->origin, source->text, source->len, &rules_file_limits, err, &doc);
    if (rc)
        return rc;
    *out = load_looks_progressive(doc) != NULL;
    doc_free(doc);
    return CR_OK;
}

int source_parse(const char *name_or_path, source_parse_fn *parse, void *out, struct cr_err *err)
{
    struct source source;
    int rc = source_open(name_or_path, &source, err);
    if (rc)
        return rc;
    rc = parse(source.origin, source.text, source.len, out, err);
    source_release(&source);
    return rc;
}
