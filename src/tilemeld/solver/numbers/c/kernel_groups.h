/* Which tiles of one number split into groups: groups.py. */
#ifndef TILEMELD_KERNEL_GROUPS_H
#define TILEMELD_KERNEL_GROUPS_H

#include "kernel_search.h"

static int splits(int total) { return total != 1 && total != 2 && total != 5; }

static void group_room(Search *s)
{
    for (int number = 0; number < NUMBERS; number++) {
        int groups = 0;
        for (;;) {
            int total = s->jokers;
            for (int c = 0; c < COLOURS; c++)
                total += min_int(s->sweep->highest[c * NUMBERS + number], groups + 1);
            if (total < 3 * (groups + 1))
                break;
            groups++;
        }
        for (int c = 0; c < COLOURS; c++)
            s->sweep->room[number][c] = (int8_t)min_int(s->sweep->highest[c * NUMBERS + number], groups);
    }
}

/* Lows and highs come packed, two bits each, four bits a colour. */
static int most_in_groups(uint32_t code, int jokers)
{
    int least = 0, tallest = 0, total = jokers, high[COLOURS];
    for (int c = 0; c < COLOURS; c++) {
        int low = (int)(code >> (4 * c) & 3);
        high[c] = (int)(code >> (4 * c + 2) & 3);
        least += low;
        tallest = max_int(tallest, low);
        total += high[c];
    }
    for (; total - jokers >= least; total--) {
        int groups = total / 3;
        if (groups < tallest)
            return -1;
        if (!splits(total))
            continue;
        int most = 0;
        for (int c = 0; c < COLOURS; c++)
            most += min_int(high[c], groups);
        if (most >= total - jokers)
            return total - jokers;
    }
    return -1;
}

/* Asked with packed lows and highs, jokers left and whether a run lies: with one, spare jokers have room at its
 * end; in a group they must earn a tile. */
static const GroupWays *group_ways(Search *s, uint32_t code, int left, int has_run)
{
    uint32_t tag = (code | (uint32_t)has_run << 16 | (uint32_t)left << 17) + 1;
    GroupWays *ways = &s->group_ways[(tag * 2654435761u) >> 16 & (CACHED_WAYS - 1)];
    if (ways->tag == tag)
        return ways;
    ways->tag = tag;
    ways->count = 0;
    for (int jokers = 0, most = -1; jokers <= left; jokers++) {
        int total = most_in_groups(code, jokers);
        if (total < 0 || (has_run && total <= most))
            continue;
        most = total;
        ways->jokers[ways->count] = (int8_t)jokers;
        ways->totals[ways->count++] = (int8_t)total;
    }
    return ways;
}

static int list_ways(Search *s)
{
    for (int number = 0; number < NUMBERS; number++) {
        const int8_t *room = s->sweep->room[number];
        Way *ways = malloc(MAX_WAYS * sizeof(Way));
        int count = 0;
        if (!ways)
            return OUT_OF_MEMORY;
        s->sweep->ways[number] = ways;
        for (int r = 0; r <= room[0]; r++)
            for (int b = 0; b <= room[1]; b++)
                for (int k = 0; k <= room[2]; k++)
                    for (int o = 0; o <= room[3]; o++) {
                        int tallest = max_int(max_int(r, b), max_int(k, o));
                        for (int used = 0; used <= s->jokers; used++) {
                            int total = r + b + k + o + used;
                            if (splits(total) && total / 3 >= tallest) {
                                Way way = {{(int8_t)r, (int8_t)b, (int8_t)k, (int8_t)o}, (int8_t)used};
                                ways[count++] = way;
                                break;
                            }
                        }
                    }
        s->sweep->way_count[number] = count;
    }
    return GO_ON;
}

#endif
