/*
 * Vaak: text to speech for eleven Indian languages, without a network.
 *
 *     vaak_engine *engine;
 *     vaak_turn *turn;
 *     int16_t samples[2400];
 *     size_t count;
 *     if (vaak_engine_bundled(&engine) || vaak_engine_turn(engine, NULL, &turn))
 *         return fprintf(stderr, "%s\n", vaak_last_error()), 1;
 *     vaak_turn_push(turn, text, strlen(text));
 *     vaak_turn_close(turn);
 *     while (vaak_turn_next_chunk(turn, samples, 2400, &count) == VAAK_OK)
 *         play(samples, count);
 *     vaak_turn_free(turn);
 *     vaak_engine_free(engine);
 *
 * Samples are mono, 16 bits, in the machine's byte order, vaak_engine_sample_rate() of them a second.
 *
 * Threads. An engine may be used by any number of threads at once. A turn may be used by any thread; its functions wait for
 * one another, except vaak_turn_cancel, which never waits. Settings belong to one thread at a time. A *_free function must be
 * the last use of its object: no other thread may be within a function of that object, nor enter one later. A turn may outlive
 * its engine.
 *
 * Text is UTF-8. A piece may be cut anywhere between two characters.
 */
#ifndef VAAK_H
#define VAAK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return. Errors are negative; vaak_last_error() tells them in words. */
enum {
    VAAK_OK = 0,
    /* All that can be spoken so far was returned: push more, or close. */
    VAAK_NEEDS_TEXT = 1,
    /* The turn was spoken to its end, or cancelled. */
    VAAK_DONE = 2,
    /* There is no further mark as yet. */
    VAAK_NO_MARK = 3,
    /* An argument is NULL, no UTF-8, unknown or out of its range: correct the call. */
    VAAK_INVALID = -1,
    /* The turn was closed or cancelled and takes no more text: open another. */
    VAAK_TURN_OVER = -2,
    /* A voice is missing, damaged, or failed. */
    VAAK_VOICE = -3,
    /* A defect of Vaak. Free the object and do not use it otherwise. */
    VAAK_INTERNAL = -4
};

typedef struct vaak_engine vaak_engine;
typedef struct vaak_settings vaak_settings;
typedef struct vaak_turn vaak_turn;

/* The position of a word in the audio. Its strings last until the next vaak_turn_next_mark of the turn, or its end. */
typedef struct vaak_mark {
    /* The word as written; empty for a <mark/> of SSML. */
    const char *text;
    /* The code of the language that it is read in, such as "hi". */
    const char *language;
    /* The name of a <mark/> of SSML, or NULL. */
    const char *name;
    /* Its first sample and the one after its last, from the beginning of the turn. */
    uint64_t begin;
    uint64_t end;
    /* 1 if a sentence ends with it. */
    int ends_sentence;
} vaak_mark;

/* The version of the library, such as "0.2.0". */
const char *vaak_version(void);

/* What the last function that failed on this thread has to say. It lasts until another one fails on this thread. */
const char *vaak_last_error(void);

/* Loads the built-in voices. */
int vaak_engine_bundled(vaak_engine **engine);

/* Loads the voice bundle in a folder. */
int vaak_engine_open(const char *folder, vaak_engine **engine);

/* Samples a second; 0 for NULL. */
uint32_t vaak_engine_sample_rate(const vaak_engine *engine);

/* The name of a voice of the first model, counted from 0; NULL past the last. It lasts as long as the engine. */
const char *vaak_engine_voice(const vaak_engine *engine, size_t index);

/* Opens a turn. NULL settings are the defaults. The settings may be changed or freed afterwards. */
int vaak_engine_turn(const vaak_engine *engine, const vaak_settings *settings, vaak_turn **turn);

void vaak_engine_free(vaak_engine *engine);

/*
 * The default settings; NULL if there is no memory. They are checked when a turn is opened; an unknown language is refused at once
 * too, and no turn opens with it.
 */
vaak_settings *vaak_settings_new(void);

/* NULL is the first voice, a detected language, the first model. The case of a voice's name does not matter. */
int vaak_settings_voice(vaak_settings *settings, const char *name);
int vaak_settings_language(vaak_settings *settings, const char *code);
int vaak_settings_model(vaak_settings *settings, const char *name);

/* Speed 0.5 to 2; pitch in semitones, -6 to 6; range of the melody 0 to 2; volume in dB, -40 to 12. */
int vaak_settings_speed(vaak_settings *settings, float factor);
int vaak_settings_pitch(vaak_settings *settings, float semitones);
int vaak_settings_pitch_range(vaak_settings *settings, float factor);
int vaak_settings_volume(vaak_settings *settings, float db);

/* Silence to add between sentences and at blank lines, in milliseconds, 5000 at most. */
int vaak_settings_pauses(vaak_settings *settings, uint32_t sentence_ms, uint32_t paragraph_ms);

/* Whether [[...]] holds phonemes, and whether emoji are named: 0 or 1. */
int vaak_settings_inline_phonemes(vaak_settings *settings, int on);
int vaak_settings_emoji(vaak_settings *settings, int on);

void vaak_settings_free(vaak_settings *settings);

/* Appends so many bytes of text. */
int vaak_turn_push(vaak_turn *turn, const char *text, size_t bytes);

/* Lets pending words be spoken although no clause has ended. */
int vaak_turn_flush(vaak_turn *turn);

/* No more text comes. */
int vaak_turn_close(vaak_turn *turn);

/*
 * Ends the turn now. From any thread, at any time before vaak_turn_free; it does not wait. A vaak_turn_next_chunk that is called
 * after this has returned gives VAAK_DONE and no samples; one that another thread is in may still return its samples.
 */
int vaak_turn_cancel(vaak_turn *turn);

/*
 * Writes the next samples, `capacity` at most, which is 1 or more. VAAK_OK: `count` of them, at least one. VAAK_NEEDS_TEXT,
 * VAAK_DONE and errors: `count` is 0.
 */
int vaak_turn_next_chunk(vaak_turn *turn, int16_t *samples, size_t capacity, size_t *count);

/* Gives the next mark: VAAK_OK or VAAK_NO_MARK. Marks come with or after the samples of their words. */
int vaak_turn_next_mark(vaak_turn *turn, vaak_mark *mark);

/* NULL is allowed for every *_free. */
void vaak_turn_free(vaak_turn *turn);

#ifdef __cplusplus
}
#endif

#endif
