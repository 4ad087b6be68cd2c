/* Eight bytes of text checked at once against a pattern with holes: '0' is
 * any digit, '?' is any byte, every other byte is itself.
 */
#ifndef GNOMON_CORE_PATTERN_H
#define GNOMON_CORE_PATTERN_H

#include "bytes.h"

typedef struct {
    uint64_t text;   /* the fixed bytes, and '0' for each digit */
    uint64_t gate;   /* the bits that must not differ */
    uint64_t digits; /* 15 for each digit */
} gn_pattern;

#define GN_PATTERN_TEXT(c) ((c) == '?' ? 0 : (c))
#define GN_PATTERN_GATE(c) ((c) == '?' ? 0 : (c) == '0' ? 0xF0 : 0xFF)
#define GN_PATTERN_DIGIT(c) ((c) == '0' ? 0x0F : 0)
#define GN_PATTERN_EACH(f, a, b, c, d, e, g, h, i) \
    GN_WORD8(f(a), f(b), f(c), f(d), f(e), f(g), f(h), f(i))
#define GN_PATTERN(...)                             \
    {GN_PATTERN_EACH(GN_PATTERN_TEXT, __VA_ARGS__), \
     GN_PATTERN_EACH(GN_PATTERN_GATE, __VA_ARGS__), \
     GN_PATTERN_EACH(GN_PATTERN_DIGIT, __VA_ARGS__)}

/* The digits of a word as numbers 0-9, each in its byte, zero elsewhere;
 * `*bad` becomes nonzero where the word does not fit the pattern.
 *
 * XOR leaves 0 where a fixed byte fits and 0-9 where a digit does. Adding 6
 * carries 10 to 15 into the upper half of the byte, which the gate watches; a
 * byte so large that it carries into the next already has bits there. */
static inline uint64_t
gn_pattern_digits(gn_pattern pattern, uint64_t word, uint64_t *bad)
{
    uint64_t rest = word ^ pattern.text;
    uint64_t six = pattern.digits & UINT64_C(0x0606060606060606);
    *bad |= (rest | (rest + six)) & pattern.gate;
    return rest & pattern.digits;
}

#endif
