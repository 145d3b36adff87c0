/* Errors: a code and a reason to branch on, and a sentence to show a person.
 *
 * Functions that can fail return 0 or one of the negative codes below and, when the caller passes
 * a struct cr_err, write one sentence that names the place and the fault. A function that fails
 * changes nothing the caller can see but its answer: where it does not say what becomes of *out,
 * there is nothing to be read in it and nothing to be freed. The sentence may be worded differently
 * in any version; a program that needs to know more than the code reads the reason and the field.
 */
#ifndef CROUPIER_ERROR_H
#define CROUPIER_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

#define CR_API __attribute__((visibility("default")))

/* One list of codes: name, value, what it means. */
#define CR_ERRORS(X)                                                                               \
    X(INPUT, -1, "the input was understood and rejected")                                          \
    X(RANGE, -2, "a number is larger than the system can hold")                                    \
    X(STATE, -3, "not allowed at this point of the round")                                         \
    X(NOT_FOUND, -4, "no such name or file")                                                       \
    X(IO, -5, "reading or writing failed")

enum cr_error {
    CR_OK = 0,
#define CR_ERROR_ENUM(name, value, text) CR_E_##name = (value),
    CR_ERRORS(CR_ERROR_ENUM)
#undef CR_ERROR_ENUM
};

#define CR_ERR_REASON_MAX 32
#define CR_ERR_FIELD_MAX  64
#define CR_ERR_TEXT_MAX   512

struct cr_err {
    int code;
    /* a word such as "no-such-table" that never changes; "": none */
    char reason[CR_ERR_REASON_MAX];
    char field[CR_ERR_FIELD_MAX]; /* the member that is at fault; "": none */
    char text[CR_ERR_TEXT_MAX];
};

/* What a code means, for logs. Never NULL. */
CR_API const char *cr_error_meaning(int code);

#ifdef __cplusplus
}
#endif
#endif
