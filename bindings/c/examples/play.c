/*
 * Speaks standard input while it comes, and writes raw samples to standard output:
 *
 *     ./play Arjun < story.txt | aplay -q -f S16_LE -r 24000
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <vaak.h>

/* Writes what can be spoken so far. */
static int speak(vaak_turn *turn)
{
    int16_t samples[1200];
    size_t count;
    int status;
    while ((status = vaak_turn_next_chunk(turn, samples, 1200, &count)) == VAAK_OK)
        if (fwrite(samples, sizeof *samples, count, stdout) != count)
            vaak_turn_cancel(turn); /* Nobody listens. */
    fflush(stdout);
    return status;
}

/* How many of the bytes are whole characters. */
static size_t whole(const char *text, size_t bytes)
{
    size_t begin = bytes, back;
    for (back = 1; back <= 4 && back <= bytes; back++) {
        unsigned char byte = (unsigned char)text[bytes - back];
        if ((byte & 0xC0) != 0x80) {
            size_t length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
            begin = back < length ? bytes - back : bytes;
            break;
        }
    }
    return begin;
}

int main(int argc, char **argv)
{
    vaak_engine *engine = NULL;
    vaak_settings *settings = vaak_settings_new();
    vaak_turn *turn = NULL;
    char text[64];
    size_t held = 0;
    ssize_t got;
    int status;

    status = vaak_settings_voice(settings, argc > 1 ? argv[1] : NULL);
    if (status >= 0)
        status = vaak_engine_bundled(&engine);
    if (status >= 0)
        status = vaak_engine_turn(engine, settings, &turn);
    while (status >= 0 && (got = read(STDIN_FILENO, text + held, sizeof text - held)) > 0) {
        size_t ready;
        held += (size_t)got;
        ready = whole(text, held);
        status = vaak_turn_push(turn, text, ready);
        memmove(text, text + ready, held - ready);
        held -= ready;
        if (status >= 0)
            status = speak(turn);
    }
    if (status >= 0)
        status = vaak_turn_close(turn);
    if (status >= 0)
        status = speak(turn);
    if (status < 0)
        fprintf(stderr, "play: %s\n", vaak_last_error());
    vaak_turn_free(turn);
    vaak_settings_free(settings);
    vaak_engine_free(engine);
    return status < 0;
}
