/* From counts of tiles in runs and groups to the sets: rebuild.py. */
#ifndef TILEMELD_KERNEL_REBUILD_H
#define TILEMELD_KERNEL_REBUILD_H

#include "kernel_search.h"

typedef struct {
    int colour, first, length;
    uint32_t jokers;
} Run;

static void grow(Run *run, int joker)
{
    run->jokers |= (uint32_t)joker << run->length;
    run->length++;
}

static int runs_of(const Search *s, int c, Run *done)
{
    Run open_runs[MAX_OPEN + 1];
    int open_count = 0, done_count = 0;
    for (int number = 0; number < NUMBERS; number++) {
        int tiles = s->best_runs[number][c][0], spare = tiles + s->best_runs[number][c][1], going = 0;
        for (int i = 0; i < open_count; i++)
            spare -= open_runs[i].length < 3;
        for (int i = 0; i < open_count; i++) {
            if (open_runs[i].length >= 3 && spare <= 0) {
                done[done_count++] = open_runs[i];
                continue;
            }
            spare -= open_runs[i].length >= 3;
            open_runs[going++] = open_runs[i];
        }
        for (; spare > 0; spare--) {
            Run run = {c, number, 0, 0};
            open_runs[going++] = run;
        }
        for (int i = 0; i < going; i++)
            grow(&open_runs[i], i >= tiles);
        open_count = going;
    }
    memcpy(done + done_count, open_runs, (size_t)open_count * sizeof(Run));
    return done_count + open_count;
}

static int attach_joker(Run *runs, int count)
{
    for (int i = 0; i < count; i++) {
        if (runs[i].length == NUMBERS)
            continue;
        if (runs[i].first + runs[i].length < NUMBERS) {
            grow(&runs[i], 1);
        } else {
            runs[i].first--;
            runs[i].length++;
            runs[i].jokers = runs[i].jokers << 1 | 1;
        }
        return count;
    }
    Run full = runs[0];
    Run low = {full.colour, 0, 7, (full.jokers & 63) | 64}, high = {full.colour, 6, 7, full.jokers >> 6};
    memmove(runs + 2, runs + 1, (size_t)(count - 1) * sizeof(Run));
    runs[0] = low;
    runs[1] = high;
    return count + 1;
}

static int rebuild(const Search *s, uint8_t *written)
{
    Run runs[MAX_RUNS];
    int count = 0, at = 0;
    for (int c = 0; c < COLOURS; c++)
        count += runs_of(s, c, runs + count);
    for (int i = 0; i < s->best_spare; i++)
        count = attach_joker(runs, count);
    for (int i = 0; i < count; i++) {
        for (int place = 0; place < runs[i].length; place++)
            written[at++] = (uint8_t)(runs[i].jokers >> place & 1
                                          ? JOKER_INDEX
                                          : runs[i].colour * NUMBERS + runs[i].first + place);
        written[at++] = END;
    }
    for (int number = 0; number < NUMBERS; number++) {
        uint8_t tiles[COLOURS * MAX_TILES + MAX_JOKERS];
        int total = 0;
        for (int c = 0; c <= COLOURS; c++)
            for (int i = 0; i < s->best_groups[number][c]; i++)
                tiles[total++] = (uint8_t)(c == COLOURS ? JOKER_INDEX : c * NUMBERS + number);
        for (int group = 0; group < total / 3; group++) {
            for (int i = group; i < total; i += total / 3)
                written[at++] = tiles[i];
            written[at++] = END;
        }
    }
    return at;
}

#endif
