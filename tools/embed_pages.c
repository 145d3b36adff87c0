/* Writes the files of the screens as a C source, for the build: embed_pages OUT FILE…
 *
 * The source defines page_files (src/service/api/pages.h) in the order of the arguments. The name
 * of a file is the last part of its path; its tag (ETag) is a hash of its bytes, so that a browser
 * fetches only files that have changed. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *path, const char *what)
{
    fprintf(stderr, "embed_pages: %s: %s\n", path, what);
    exit(1);
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Writes the bytes of a file as an array and their number into *len; returns their hash (FNV-1a,
 * 64 bits). */
static uint64_t write_bytes(FILE *out, const char *path, unsigned number, size_t *len)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    FILE *in = fopen(path, "rb");
    int c;
    if (in == NULL)
        fail(path, "cannot be read");
    fprintf(out, "static const unsigned char file_%u[] = {", number);
    for (*len = 0; (c = getc(in)) != EOF; (*len)++) {
        hash = (hash ^ (uint64_t)c) * UINT64_C(1099511628211);
        fprintf(out, "%s%d,", *len % 32 == 0 ? "\n" : "", c);
    }
    if (ferror(in) || *len == 0)
        fail(path, "cannot be read, or is empty");
    fputs("};\n", out);
    fclose(in);
    return hash;
}

int main(int argc, char **argv)
{
    uint64_t hashes[64];
    size_t lens[64];
    const unsigned count = argc > 2 ? (unsigned)argc - 2 : 0;
    if (count < 1 || count > 64)
        fail("embed_pages OUT FILE...", "usage, with 1 to 64 files");
    FILE *out = fopen(argv[1], "wb");
    if (out == NULL)
        fail(argv[1], "cannot be written");
    fputs("/* Made by tools/embed_pages.c from web/dist. */\n#include \"service/api/pages.h\"\n\n",
          out);
    for (unsigned i = 0; i < count; i++)
        hashes[i] = write_bytes(out, argv[i + 2], i, &lens[i]);
    fputs("const struct page_file page_files[] = {\n", out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "{\"%s\", \"\\\"%016" PRIx64 "\\\"\", file_%u, %zu},\n",
                last_part(argv[i + 2]), hashes[i], i, lens[i]);
    fputs("};\nconst size_t page_file_count = sizeof page_files / sizeof page_files[0];\n", out);
    if (ferror(out) || fclose(out) != 0)
        fail(argv[1], "cannot be written");
    return 0;
}
