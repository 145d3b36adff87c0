/* flips EXPORT CHECKPOINT: changes one bit of every byte of both files in turn. croupier-verify
 * must confirm none of them, because the signature covers every byte. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The main function of croupier-verify, under another name. */
int verify_main(int argc, char **argv);

static char dir[] = "/tmp/croupier-flips-XXXXXX";

static char *read_file(const char *path, size_t *len)
{
    FILE *in = fopen(path, "rb");
    char *data = malloc(1 << 20);
    if (in == NULL || data == NULL)
        exit(2);
    *len = fread(data, 1, 1 << 20, in);
    fclose(in);
    return data;
}

static void write_file(const char *path, const char *data, size_t len)
{
    FILE *out = fopen(path, "wb");
    if (out == NULL || fwrite(data, 1, len, out) != len || fclose(out) != 0)
        exit(2);
}

static int verify(const char *export, const char *checkpoint)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        char *argv[] = {(char[]){"croupier-verify"}, strdup(export), strdup(checkpoint), NULL};
        const int quiet = open("/dev/null", O_WRONLY);
        dup2(quiet, STDOUT_FILENO);
        dup2(quiet, STDERR_FILENO);
        _exit(verify_main(3, argv));
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

/* Flips a bit of every byte of one of the two files; returns how many changes were not refused. */
static unsigned flip_all(char *data, size_t len, const char *path, const char *export,
                         const char *checkpoint)
{
    unsigned missed = 0;
    for (size_t i = 0; i < len; i++) {
        data[i] = (char)(data[i] ^ 1 << i % 8);
        write_file(path, data, len);
        const int status = verify(export, checkpoint);
        if (status != 1) {
            printf("bit %zu of byte %zu of %s: status %d\n", i % 8, i, path, status);
            missed++;
        }
        data[i] = (char)(data[i] ^ 1 << i % 8);
    }
    return missed;
}

int main(int argc, char **argv)
{
    char path[64];
    size_t export_len, checkpoint_len;
    if (argc != 3 || mkdtemp(dir) == NULL)
        return 2;
    char *export = read_file(argv[1], &export_len);
    char *checkpoint = read_file(argv[2], &checkpoint_len);
    snprintf(path, sizeof(path), "%s/flipped", dir);
    unsigned missed = verify(argv[1], argv[2]) != 0;
    missed += flip_all(export, export_len, path, path, argv[2]);
    missed += flip_all(checkpoint, checkpoint_len, path, argv[1], path);
    printf("%zu bytes flipped, %u not found\n", export_len + checkpoint_len, missed);
    unlink(path);
    rmdir(dir);
    free(export);
    free(checkpoint);
    return missed > 0;
}
