/* croupier doctor: checks a floor file, house rules or a progressive. */
#include "app/doctor.h"
#include "base/plain_file.h"
#include "game/rules/load_source.h"
#include "os/clock.h"
#include "service/manager/floor_config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Which of the three kinds a file is, by the key at the beginning of a line. */
enum kind_of_file { FILE_OF_FLOOR, FILE_OF_RULES, FILE_OF_PROGRESSIVE };

static bool find_kind(const char *path, enum kind_of_file *out)
{
    char line[512];
    FILE *file = plain_file_open(path);
    if (!file)
        return false;
    *out = FILE_OF_FLOOR;
    while (*out == FILE_OF_FLOOR && fgets(line, sizeof line, file)) {
        if (strncmp(line, "rules:", 6) == 0)
            *out = FILE_OF_RULES;
        else if (strncmp(line, "progressive:", 12) == 0)
            *out = FILE_OF_PROGRESSIVE;
        else if (strncmp(line, "floor:", 6) == 0)
            break;
    }
    fclose(file);
    return true;
}

static int check_floor(const char *path, struct cr_err *err)
{
    struct floor_config *config;
    int rc = floor_config_load(path, &config, err);
    if (rc != CR_OK)
        return rc;
    rc = floor_config_try(config, path, clock_wall_ms(), err);
    floor_config_free(config);
    return rc;
}

static int check_source(const struct source *source, bool is_progressive, struct cr_err *err)
{
    static struct cr_rules rules;
    static struct cr_progressive progressive;
    return is_progressive
               ? cr_progressive_parse(source->origin, source->text, source->len, &progressive, err)
               : cr_rules_parse(source->origin, source->text, source->len, &rules, err);
}

/* Reads the file under that very name: commands take a name without a slash or ".yaml" for a
 * shipped file's. */
static int check_rules(const char *path, bool is_progressive, struct cr_err *err)
{
    struct source source;
    int rc = source_read(path, rules_file_limits.bytes, &source, err);
    if (rc != CR_OK)
        return rc;
    rc = check_source(&source, is_progressive, err);
    source_release(&source);
    return rc;
}

/* Whether shipped rules have that name, as people may mean who leave out ".yaml". To be called
 * where no file has it. */
static bool look_at_shipped(struct doctor *d, const char *name)
{
    const struct cr_shipped *file = cr_shipped_find(name);
    struct cr_err err = {0};
    if (!file)
        return false;
    const struct source source = {.origin = file->name, .text = file->text, .len = file->len};
    if (check_source(&source, file->is_progressive, &err) == CR_OK)
        doctor_ok(d, "file", "%s: no file; %s in the program, sound", name,
                  file->is_progressive ? "a progressive of that name is"
                                       : "house rules of that name are");
    else
        doctor_problem(d, "file", "%s", err.text);
    return true;
}

void doctor_look_file(struct doctor *d, const char *path)
{
    struct cr_err err = {0};
    enum kind_of_file kind = FILE_OF_FLOOR;
    int rc;
    const char *words = "a floor file with all the rules it names";
    /* When the file cannot be read, the reader of floor files reports why. */
    if (!find_kind(path, &kind) && errno == ENOENT && look_at_shipped(d, path))
        return;
    if (kind == FILE_OF_RULES) {
        rc = check_rules(path, false, &err);
        words = "house rules";
    } else if (kind == FILE_OF_PROGRESSIVE) {
        rc = check_rules(path, true, &err);
        words = "a progressive";
    } else {
        rc = check_floor(path, &err);
    }
    if (rc == CR_OK) {
        doctor_ok(d, "file", "%s: %s, sound", path, words);
        return;
    }
    doctor_problem(d, "file", "%s", err.text);
    doctor_todo(d, "put it right and check it again; nothing starts with a file that has a fault");
}
