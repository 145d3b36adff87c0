/* A server whose answers break off: each promises a million bytes and ends after some thousand.
 * usage: half_server [TEXT]   writes its address to standard output, and runs until it is killed
 * With TEXT every answer is a whole 404 with that body. */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define HALF 5000

static void answer(int fd, const char *text)
{
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
                               "Content-Length: 1000000\r\n\r\n";
    char request[8192], body[HALF];
    size_t len = 0;
    memset(request, 0, sizeof request);
    while (!strstr(request, "\r\n\r\n")) {
        const ssize_t n = read(fd, request + len, sizeof request - 1 - len);
        if (n <= 0)
            return;
        len += (size_t)n;
    }
    if (text) {
        const int head_len = snprintf(body, sizeof body,
                                      "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n"
                                      "Content-Length: %zu\r\n\r\n%s",
                                      strlen(text), text);
        if (write(fd, body, (size_t)head_len) > 0)
            shutdown(fd, SHUT_WR);
        return;
    }
    memset(body, 'h', sizeof body);
    if (write(fd, head, sizeof head - 1) > 0 && write(fd, body, sizeof body) > 0)
        shutdown(fd, SHUT_WR);
    while (read(fd, request, sizeof request) > 0)
        ;
}

int main(int argc, char **argv)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t len = sizeof at;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    signal(SIGPIPE, SIG_IGN);
    const int door = socket(AF_INET, SOCK_STREAM, 0);
    if (door < 0 || bind(door, (const struct sockaddr *)&at, sizeof at) != 0 ||
        listen(door, 5) != 0 || getsockname(door, (struct sockaddr *)&at, &len) != 0)
        return 1;
    printf("http://127.0.0.1:%u\n", (unsigned)ntohs(at.sin_port));
    fflush(stdout);
    for (;;) {
        const int fd = accept(door, NULL, NULL);
        if (fd < 0)
            return 1;
        answer(fd, argc > 1 ? argv[1] : NULL);
        close(fd);
    }
}
