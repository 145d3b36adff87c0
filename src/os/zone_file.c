/* The rule of a time zone from the system's tz database (RFC 8536: the footer of a file). */
#include "os/zone_file.h"

#include "base/err.h"

#include <stdio.h>
#include <string.h>

#define ZONE_FOLDER "/usr/share/zoneinfo"

/* True for a name that leads down from the folder and never up. */
static bool is_name(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                  "_+-/";
    return name[0] != '\0' && name[0] != '/' && strspn(name, letters) == strlen(name) &&
           strlen(name) < 64;
}

/* The last line of the file, which ends with a line feed. */
static bool read_footer(FILE *file, char rule[ZONE_RULE_MAX])
{
    char tail[ZONE_RULE_MAX + 2];
    if (fseek(file, -(long)sizeof tail, SEEK_END) != 0)
        rewind(file);
    const size_t len = fread(tail, 1, sizeof tail, file);
    if (len < 2 || tail[len - 1] != '\n')
        return false;
    size_t from = len - 1;
    while (from > 0 && tail[from - 1] != '\n')
        from--;
    const size_t size = len - 1 - from;
    if (from == 0 || size == 0 || size >= ZONE_RULE_MAX)
        return false;
    memcpy(rule, tail + from, size);
    rule[size] = '\0';
    return true;
}

int zone_file_rule(const char *name, char rule[ZONE_RULE_MAX], struct cr_err *err)
{
    struct zone zone;
    if (zone_parse(name, &zone)) {
        snprintf(rule, ZONE_RULE_MAX, "%s", name);
        return CR_OK;
    }
    char path[128];
    snprintf(path, sizeof path, ZONE_FOLDER "/%.100s", name);
    FILE *file = is_name(name) ? fopen(path, "rb") : NULL;
    const bool found = file != NULL && read_footer(file, rule);
    if (file != NULL)
        fclose(file);
    if (found && zone_parse(rule, &zone))
        return CR_OK;
    return err_set(err, CR_E_INPUT,
                   "'%.60s' is no time zone of this machine (" ZONE_FOLDER
                   "); write a name such as America/Chicago, or a rule such as "
                   "CST6CDT,M3.2.0,M11.1.0",
                   name);
}
