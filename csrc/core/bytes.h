/* Text moved in words. The first byte in memory is the lowest of the word,
 * on every machine: a big-endian one swaps.
 */
#ifndef GNOMON_CORE_BYTES_H
#define GNOMON_CORE_BYTES_H

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define GN_LITTLE64(w) __builtin_bswap64(w)
#define GN_LITTLE32(w) __builtin_bswap32(w)
#else
#define GN_LITTLE64(w) (w)
#define GN_LITTLE32(w) (w)
#endif

static inline uint64_t
gn_load64(const char *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return GN_LITTLE64(w);
}

static inline uint32_t
gn_load32(const char *p)
{
    uint32_t w;
    memcpy(&w, p, sizeof w);
    return GN_LITTLE32(w);
}

static inline void
gn_store32(char *p, uint32_t w)
{
    w = GN_LITTLE32(w);
    memcpy(p, &w, sizeof w);
}

/* Which bit is the lowest that is set, of a word that is not 0. */
static inline unsigned
gn_lowest_bit(uint64_t w)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(w);
#else
    unsigned bit = 0;
    while ((w >> bit & 1) == 0) {
        bit++;
    }
    return bit;
#endif
}

/* Four and eight characters as a word, the first lowest. */
#define GN_WORD4(a, b, c, d)                                    \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | \
     (uint32_t)(d) << 24)
#define GN_WORD8(a, b, c, d, e, f, g, h) \
    ((uint64_t)GN_WORD4(a, b, c, d) | (uint64_t)GN_WORD4(e, f, g, h) << 32)

#endif
