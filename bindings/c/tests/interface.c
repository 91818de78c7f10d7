/* Every function of vaak.h, used rightly and wrongly. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vaak.h>

#define CHECK(what) \
    do { \
        if (!(what)) { \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #what, vaak_last_error()); \
            exit(1); \
        } \
    } while (0)

#define CHUNK 480

static int16_t samples[CHUNK];
static size_t count;

static vaak_turn *open_turn(vaak_engine *engine, vaak_settings *settings, const char *text)
{
    vaak_turn *turn = NULL;
    CHECK(vaak_engine_turn(engine, settings, &turn) == VAAK_OK);
    CHECK(vaak_turn_push(turn, text, strlen(text)) == VAAK_OK);
    return turn;
}

static void wrong_arguments(vaak_engine *engine)
{
    vaak_engine *none = (vaak_engine *)1;
    vaak_turn *turn = (vaak_turn *)1;
    vaak_settings *settings = vaak_settings_new();
    vaak_mark mark;
    CHECK(vaak_engine_bundled(NULL) == VAAK_INVALID);
    CHECK(vaak_engine_open(NULL, &none) == VAAK_INVALID && none == NULL);
    CHECK(vaak_engine_open("/nowhere", &none) == VAAK_VOICE && strstr(vaak_last_error(), "manifest.json"));
    /* A path is bytes. */
    CHECK(vaak_engine_open("/nowhere/\xff", &none) == VAAK_VOICE && strstr(vaak_last_error(), "No such file"));
    CHECK(vaak_engine_turn(NULL, NULL, &turn) == VAAK_INVALID && turn == NULL);
    CHECK(vaak_settings_voice(settings, "Nobody") == VAAK_OK);
    CHECK(vaak_engine_turn(engine, settings, &turn) == VAAK_INVALID && turn == NULL);
    CHECK(strstr(vaak_last_error(), "Nobody") && strstr(vaak_last_error(), "Ananya"));
    CHECK(vaak_settings_voice(settings, "\xff") == VAAK_INVALID);
    CHECK(vaak_settings_voice(settings, NULL) == VAAK_OK);
    CHECK(vaak_settings_language(settings, "xx") == VAAK_INVALID);
    /* Nor does a turn of a caller who did not look speak in another language. */
    CHECK(vaak_engine_turn(engine, settings, &turn) == VAAK_INVALID && turn == NULL && strstr(vaak_last_error(), "xx"));
    CHECK(vaak_settings_language(settings, "hi") == VAAK_OK);
    CHECK(vaak_settings_speed(settings, 9) == VAAK_OK);
    CHECK(vaak_engine_turn(engine, settings, &turn) == VAAK_INVALID && strstr(vaak_last_error(), "speed"));
    CHECK(vaak_settings_speed(NULL, 1) == VAAK_INVALID);
    vaak_settings_free(settings);

    turn = open_turn(engine, NULL, "one");
    CHECK(vaak_turn_push(turn, "\xe0\xa4", 2) == VAAK_INVALID && strstr(vaak_last_error(), "UTF-8"));
    CHECK(vaak_turn_push(turn, NULL, 1) == VAAK_INVALID && vaak_turn_push(turn, NULL, 0) == VAAK_OK);
    CHECK(vaak_turn_push(NULL, "a", 1) == VAAK_INVALID);
    CHECK(vaak_turn_next_chunk(turn, NULL, 1, &count) == VAAK_INVALID && count == 0);
    CHECK(vaak_turn_next_chunk(turn, samples, CHUNK, NULL) == VAAK_INVALID);
    CHECK(vaak_turn_next_chunk(turn, samples, 0, &count) == VAAK_INVALID && strstr(vaak_last_error(), "capacity"));
    CHECK(vaak_turn_next_mark(turn, NULL) == VAAK_INVALID);
    CHECK(vaak_turn_next_mark(NULL, &mark) == VAAK_INVALID);
    CHECK(vaak_turn_close(turn) == VAAK_OK);
    CHECK(vaak_turn_push(turn, "two", 3) == VAAK_TURN_OVER);
    vaak_turn_free(turn);
    vaak_turn_free(NULL);
    vaak_settings_free(NULL);
    vaak_engine_free(NULL);
}

static void a_turn_with_marks(vaak_engine *engine)
{
    vaak_settings *settings = vaak_settings_new();
    vaak_turn *turn;
    vaak_mark mark;
    uint64_t total = 0;
    int marks = 0, status;
    CHECK(vaak_settings_language(settings, "en-IN") == VAAK_OK && vaak_settings_voice(settings, "ARJUN") == VAAK_OK);
    CHECK(vaak_settings_speed(settings, 1.5f) == VAAK_OK && vaak_settings_pitch(settings, 1) == VAAK_OK);
    CHECK(vaak_settings_pitch_range(settings, 1) == VAAK_OK && vaak_settings_volume(settings, -3) == VAAK_OK);
    CHECK(vaak_settings_pauses(settings, 10, 20) == VAAK_OK && vaak_settings_emoji(settings, 1) == VAAK_OK);
    CHECK(vaak_settings_inline_phonemes(settings, 0) == VAAK_OK && vaak_settings_model(settings, NULL) == VAAK_OK);
    turn = open_turn(engine, settings, "Hello");
    vaak_settings_free(settings);
    CHECK(vaak_turn_next_chunk(turn, samples, CHUNK, &count) == VAAK_NEEDS_TEXT && count == 0);
    CHECK(vaak_turn_push(turn, " there. ", 8) == VAAK_OK && vaak_turn_flush(turn) == VAAK_OK);
    CHECK(vaak_turn_close(turn) == VAAK_OK);
    while ((status = vaak_turn_next_chunk(turn, samples, CHUNK, &count)) == VAAK_OK) {
        CHECK(count > 0 && count <= CHUNK);
        total += count;
        while (vaak_turn_next_mark(turn, &mark) == VAAK_OK) {
            CHECK(strcmp(mark.text, marks ? "there" : "Hello") == 0 && strcmp(mark.language, "en") == 0);
            CHECK(mark.name == NULL && mark.begin < mark.end && mark.ends_sentence == marks);
            marks++;
        }
    }
    CHECK(status == VAAK_DONE && count == 0 && marks == 2 && total > 6000);
    vaak_turn_free(turn);
}

static void *cancel(void *turn)
{
    CHECK(vaak_turn_cancel(turn) == VAAK_OK);
    return NULL;
}

static void cancelling(vaak_engine *engine)
{
    vaak_turn *turn = open_turn(engine, NULL, "This is a long sentence. And another one follows here. ");
    pthread_t other;
    int status;
    CHECK(vaak_turn_next_chunk(turn, samples, CHUNK, &count) == VAAK_OK);
    CHECK(pthread_create(&other, NULL, cancel, turn) == 0);
    while ((status = vaak_turn_next_chunk(turn, samples, CHUNK, &count)) == VAAK_OK)
        ;
    CHECK(pthread_join(other, NULL) == 0);
    CHECK(vaak_turn_next_chunk(turn, samples, CHUNK, &count) == VAAK_DONE && count == 0);
    CHECK(vaak_turn_push(turn, "a", 1) == VAAK_TURN_OVER);
    vaak_turn_free(turn);

    /* Samples that were made and not yet fetched are not delivered either. */
    turn = open_turn(engine, NULL, "One two three four five. And ");
    CHECK(vaak_turn_next_chunk(turn, samples, 1, &count) == VAAK_OK && count == 1);
    CHECK(vaak_turn_cancel(turn) == VAAK_OK);
    CHECK(vaak_turn_next_chunk(turn, samples, CHUNK, &count) == VAAK_DONE && count == 0);
    vaak_turn_free(turn);
}

int main(void)
{
    vaak_engine *engine = NULL;
    CHECK(vaak_engine_bundled(&engine) == VAAK_OK);
    CHECK(strcmp(vaak_version(), VERSION) == 0);
    CHECK(vaak_engine_sample_rate(engine) == 24000 && vaak_engine_sample_rate(NULL) == 0);
    CHECK(strcmp(vaak_engine_voice(engine, 0), "Ananya") == 0 && vaak_engine_voice(engine, 99) == NULL);
    wrong_arguments(engine);
    a_turn_with_marks(engine);
    cancelling(engine);
    vaak_engine_free(engine);
    puts("interface: ok");
    return 0;
}
