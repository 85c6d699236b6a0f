/* The choices of one colour, and the best it can make: runs.py. */
#ifndef TILEMELD_KERNEL_RUNS_H
#define TILEMELD_KERNEL_RUNS_H

#include "kernel_search.h"

static int add_choice(Colour *colour, Choice choice)
{
    if (colour->used == colour->room) {
        int room = colour->room ? colour->room * 2 : 256;
        Choice *grown = realloc(colour->choices, (size_t)room * sizeof(Choice));
        if (!grown)
            return OUT_OF_MEMORY;
        colour->choices = grown;
        colour->room = room;
    }
    colour->choices[colour->used++] = choice;
    return GO_ON;
}

typedef struct {
    int16_t place[8 * 8 * 8];
    uint8_t ones[MAX_STATES], twos[MAX_STATES], longs[MAX_STATES];
    uint8_t most[MAX_STATES]; /* jokers that can be left */
    int count;
} States;

static int reach(States *reached, int ones, int twos, int longs, int left)
{
    int16_t *place = &reached->place[(ones * 8 + twos) * 8 + longs];
    if (*place < 0) {
        *place = (int16_t)reached->count;
        reached->ones[reached->count] = (uint8_t)ones;
        reached->twos[reached->count] = (uint8_t)twos;
        reached->longs[reached->count] = (uint8_t)longs;
        reached->most[reached->count] = 0;
        reached->count++;
    }
    reached->most[*place] = (uint8_t)max_int(reached->most[*place], left);
    return *place;
}

/* What a choice puts in the node that follows, in bits of its own: tiles and jokers in runs, and how many
 * tiles its groups must and may take. */
static uint32_t pack(int c, const Choice *choice)
{
    return (uint32_t)(choice->low | choice->high << 2) << (4 * c) | (uint32_t)choice->tiles << TILES
           | (uint32_t)choice->jokers << RUN_JOKERS;
}

/* Open runs of one colour so that more is better in every part: few that need two more tiles, few that need
 * any, many in all. A bit above each part stays free, so that one subtraction compares all parts. */
static uint64_t code_of_runs(int c, int ones, int twos, int longs)
{
    int parts = (MAX_OPEN - ones) | (MAX_OPEN - ones - twos) << 4 | (ones + twos + longs) << 8;
    return (uint64_t)parts << (12 * c);
}

static int choices_at(Search *s, int c, int number, const States *states, int from, States *reached)
{
    int ones = states->ones[from], twos = states->twos[from], longs = states->longs[from];
    int left = states->most[from];
    int lowest = s->sweep->lowest[c * NUMBERS + number], highest = s->sweep->highest[c * NUMBERS + number];
    int feed = number < NUMBERS - 1 ? s->sweep->highest[c * NUMBERS + number + 1] + s->jokers : 0;
    for (int count = ones + twos; count <= highest + s->jokers; count++) {
        int extra = count - ones - twos, joined = min_int(longs, extra);
        if (extra - joined + ones > feed || (extra - joined > highest && !s->named && number < FIRST_JOKER_START))
            break;
        int longs_after = min_int(twos + joined, feed - ones - (extra - joined));
        int fewest = max_int(0, count - highest);
        int most = min_int(left, s->named ? count : fewest);
        for (int jokers = fewest; jokers <= most; jokers++) {
            int tiles = count - jokers, low = max_int(0, lowest - tiles);
            int high = jokers ? 0 : min_int(highest - tiles, s->sweep->room[number][c]);
            if (low > high)
                continue;
            Choice choice = {(int8_t)tiles, (int8_t)jokers, (int8_t)low, (int8_t)high, 0, 0, 0};
            choice.packed = pack(c, &choice);
            choice.state = reach(reached, extra - joined, ones, longs_after, left - jokers);
            if (add_choice(&s->sweep->colours[c], choice))
                return OUT_OF_MEMORY;
        }
    }
    return GO_ON;
}

static int place_rows(Colour *colour, int stride)
{
    int total = 0;
    for (int number = 0; number <= NUMBERS; number++)
        total += colour->states[number];
    colour->row_store = calloc((size_t)(total * stride), sizeof *colour->row_store);
    if (!colour->row_store)
        return OUT_OF_MEMORY;
    int32_t *at = colour->row_store;
    for (int number = 0; number <= NUMBERS; number++) {
        colour->rows[number] = at;
        at += colour->states[number] * stride;
    }
    return GO_ON;
}

static int32_t *row_at(const Search *s, const Colour *colour, int number, int state)
{
    return colour->rows[number] + state * (s->jokers + 1);
}

static const int32_t *row_of(const Search *s, int number, const Node *node, int c)
{
    return row_at(s, &s->sweep->colours[c], number, node->states[c]);
}

static int run_choices(Search *s, int c)
{
    Colour *colour = &s->sweep->colours[c];
    States buffers[2], *states = &buffers[0], *reached = &buffers[1];
    memset(states->place, -1, sizeof states->place);
    states->count = 0;
    reach(states, 0, 0, 0, s->jokers);
    for (int number = 0; number < NUMBERS; number++) {
        memset(reached->place, -1, sizeof reached->place);
        reached->count = 0;
        colour->states[number] = states->count;
        for (int i = 0; i < states->count; i++) {
            colour->first[number][i] = (uint16_t)colour->used;
            colour->codes[number][i] = code_of_runs(c, states->ones[i], states->twos[i], states->longs[i]);
            colour->most[number][i] = states->most[i];
            if (choices_at(s, c, number, states, i, reached))
                return OUT_OF_MEMORY;
            colour->most_choices = max_int(colour->most_choices, colour->used - colour->first[number][i]);
        }
        colour->first[number][states->count] = (uint16_t)colour->used;
        States *swap = states;
        states = reached;
        reached = swap;
    }
    colour->states[NUMBERS] = 1;
    colour->codes[NUMBERS][0] = code_of_runs(c, 0, 0, 0);
    return place_rows(colour, s->jokers + 1);
}

static void best_to_come(Search *s, Colour *colour)
{
    int jokers = s->jokers;
    for (int number = NUMBERS - 1; number >= 0; number--) {
        int32_t tile = s->sweep->tile[number], joker = s->sweep->joker[number], grouped = colour->grouped[number];
        if (!jokers) {
            const int32_t *after = colour->rows[number + 1];
            Choice *choice = colour->choices + colour->first[number][0];
            for (int state = 0; state < colour->states[number]; state++) {
                const Choice *end = colour->choices + colour->first[number][state + 1];
                int32_t best = NEVER;
                for (; choice < end; choice++) {
                    choice->gain = tile * choice->tiles + grouped * (grouped >= 0 ? choice->high : choice->low);
                    best = max_int(best, choice->gain + after[choice->state]);
                }
                colour->rows[number][state] = best;
            }
            continue;
        }
        for (int state = 0; state < colour->states[number]; state++) {
            int32_t *row = row_at(s, colour, number, state);
            int most = colour->most[number][state];
            for (int used = 0; used <= jokers; used++)
                row[used] = NEVER;
            Choice *choice = colour->choices + colour->first[number][state];
            Choice *end = colour->choices + colour->first[number][state + 1];
            for (; choice < end; choice++) {
                const int32_t *after = row_at(s, colour, number + 1, choice->state);
                choice->gain = tile * choice->tiles + joker * choice->jokers
                               + grouped * (grouped >= 0 ? choice->high : choice->low);
                for (int used = choice->jokers; used <= most; used++)
                    row[used] = max_int(row[used], choice->gain + after[used - choice->jokers]);
            }
        }
    }
}

static void grouped_on_best(Search *s, const Colour *colour, int jokers, int8_t *grouped)
{
    int state = 0;
    for (int number = 0; number < NUMBERS; number++) {
        const Choice *choice = colour->choices + colour->first[number][state];
        const Choice *end = colour->choices + colour->first[number][state + 1];
        int32_t goal = row_at(s, colour, number, state)[jokers];
        for (; choice < end - 1; choice++)
            if (choice->jokers <= jokers
                && choice->gain + row_at(s, colour, number + 1, choice->state)[jokers - choice->jokers] == goal)
                break;
        grouped[number] = colour->grouped[number] >= 0 ? choice->high : choice->low;
        state = choice->state;
        jokers -= choice->jokers;
    }
}

#endif
