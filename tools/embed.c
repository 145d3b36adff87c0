/* Writes rules files as a C source, for the build: embed OUT RULES… --progressives FILE…
 *
 * The source defines shipped_files (src/game/rules/shipped.h) in the order of the arguments. The
 * name of a file is the part of its path between the last '/' and ".yaml". */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void fail(const char *what, const char *path)
{
    fprintf(stderr, "embed: %s: %s\n", path, what);
    exit(1);
}

/* Writes one C string for each line, so that the result can be read. An octal escape always has
 * three digits, so that a digit that follows does not become part of it. */
static void write_text(FILE *in, FILE *out)
{
    bool at_start = true;
    int c;
    while ((c = getc(in)) != EOF) {
        if (at_start)
            fputs("\n     \"", out);
        at_start = c == '\n';
        if (c == '\n')
            fputs("\\n\"", out);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ' || c > '~')
            fprintf(out, "\\%03o", (unsigned)c);
        else
            putc(c, out);
    }
    fputs(at_start ? "" : "\"", out);
}

static void write_file(const char *path, bool is_progressive, FILE *out)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *suffix = strstr(name, ".yaml");
    if (!suffix || suffix == name || strcmp(suffix, ".yaml") != 0)
        fail("its name does not end in .yaml", path);
    FILE *in = fopen(path, "rb");
    if (!in)
        fail("cannot be opened", path);
    fprintf(out, "    {\"%.*s\", %s, \"\"", (int)(suffix - name), name,
            is_progressive ? "true" : "false");
    write_text(in, out);
    const long len = ftell(in);
    if (ferror(in) || len <= 0)
        fail("cannot be read, or is empty", path);
    fprintf(out, ",\n     %ld},\n", len);
    fclose(in);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        fail("embed OUT RULES... --progressives FILE...", "usage");
    FILE *out = fopen(argv[1], "wb");
    if (!out)
        fail("cannot be written", argv[1]);
    fputs("/* Made by tools/embed.c from rules/. */\n#include \"game/rules/shipped.h\"\n\n"
          "const struct cr_shipped shipped_files[] = {\n",
          out);
    bool is_progressive = false;
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--progressives") == 0)
            is_progressive = true;
        else
            write_file(argv[i], is_progressive, out);
    }
    fputs(
        "};\n\nconst size_t shipped_file_count = sizeof shipped_files / sizeof shipped_files[0];\n",
        out);
    if (ferror(out) || fclose(out) != 0)
        fail("cannot be written", argv[1]);
    return 0;
}
