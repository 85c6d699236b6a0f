/* The compiled kernel of the solver: the same search as twin.py, step by step, in plain C.
 *
 * What each part does and why it is exact is told in docs/solver.md and in the Python chapters this file
 * mirrors: groups.py, runs.py, prices.py, twin.py, rebuild.py. The names are the same, so are the order of
 * all steps and every tie-break: tests hold the two to equal answers, node counts and sets.
 *
 * No global state, no Python object touched while searching: the GIL is released and any number of
 * threads may search at once. Every failure is raised.
 *
 * One file, though long: one translation unit lets the compiler inline the inner loops.
 */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 13
#define COLOURS 4
#define MAX_TILES 3
#define MAX_JOKERS 4
#define MAX_ROW (MAX_JOKERS + 1)
#define MAX_OPEN (MAX_TILES + MAX_JOKERS)
#define MAX_STATES 128 /* three counts with a sum of at most MAX_OPEN: 120 */
#define MAX_WAYS 256   /* up to three tiles of each of four colours */
#define MAX_RUNS 64
#define JOKER_INDEX 52
#define END 255
#define PLACE 0xFFFFFF /* the part of a rank that is the place in the layer */
#define TILES 16 /* where the tiles in runs begin in what choices pack */
#define RUN_JOKERS 24
#define FIRST_JOKER_START 10 /* only from 11 on a joker may begin a run: else it can stand at its end */
#define LEFT 48 /* where the jokers left begin in a node's code */
#define ROOM 52 /* and whether a run lies, so that spare jokers have room */
#define GUARDS 0x88888888888888u

#define NEVER (-(1 << 28))
#define SCALE 16
#define FIRST_WIDTH 4
#define FIRST_TABLE 256 /* as much as the third pass needs */
#define FIRST_NODES 32
#define SECOND_WIDTH 16
#define THIRD_WIDTH 64
#define AIM_PART 8
#define FEW_RANKS 48 /* up to so many are sorted by inserting */
#define BLOCK 8
#define KINDS (2 * MAX_ROW)
#define STRONG 16 /* how many nodes that outdid others are asked first */
#define FEW_STEPS 30
#define FEW_PATIENCE 3
#define MANY_STEPS 100
#define MANY_PATIENCE 6
#define FIRST_STEP 8
#define PRICE_LIMIT 8

enum status { STATUS_NONE = 0, STATUS_BEST = 1, STATUS_CUT = 2, STATUS_UNKNOWN = 3 };
enum outcome { GO_ON = 0, OUT_OF_BUDGET = 1, OUT_OF_MEMORY = 2 };

static int min_int(int a, int b) { return a < b ? a : b; }
static int max_int(int a, int b) { return a > b ? a : b; }

/* Python's // for a positive divisor. */
static int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/* ---- runs.py: the choices of one colour ---- */

typedef struct {
    int8_t tiles, jokers, low, high;
    int32_t state;
    int32_t gain; /* under the prices in use */
    uint32_t packed; /* what joins with the other colours' by adding: see pack */
} Choice;

typedef struct {
    Choice *choices;
    int used, room, most_choices;
    int states[NUMBERS + 1];
    uint16_t first[NUMBERS][MAX_STATES + 1]; /* where a state's choices begin */
    int32_t *rows[NUMBERS + 1]; /* the best to come for each state, by jokers */
    int32_t *row_store;
    uint64_t codes[NUMBERS + 1][MAX_STATES]; /* the open runs, as in a node's code */
    uint8_t most[NUMBERS + 1][MAX_STATES]; /* the most jokers that can be left */
    int32_t grouped[NUMBERS]; /* the price of a tile in a group */
} Colour;

typedef struct {
    int32_t value, promise;
    uint64_t code; /* open runs, jokers left, whether a run lies: see code_of_runs */
    uint8_t states[COLOURS];
    int32_t parent;
    uint16_t steps[COLOURS];
    uint8_t jokers, has_run, group_jokers;
} Node;

typedef struct {
    Node *nodes;
    int used, room;
} Layer;

typedef struct {
    int8_t counts[COLOURS];
    int8_t jokers;
} Way;

/* What two neighbouring colours do at a number. */
typedef struct {
    int32_t gained; /* with what the node is worth */
    uint32_t packed;
    uint64_t code;
    int32_t row[MAX_ROW]; /* the best they can make afterwards, by jokers */
    int8_t left; /* the jokers they leave */
    uint8_t states[2];
    uint16_t steps[2];
} Pair;

/* A node at work, and the layer that its followers go to. */
typedef struct {
    int number, parent;
    const Node *node;
    Layer *layer;
} Expansion;

/* The useful ways to make groups of one number: how many jokers go in, and the most tiles with them. */
typedef struct {
    uint32_t tag; /* what was asked, and one more: see group_ways */
    int8_t count, jokers[MAX_ROW], totals[MAX_ROW];
} GroupWays;

typedef struct {
    uint64_t code; /* 0 for none */
    int32_t value, place;
} Slot;

#define CACHED_WAYS 1024 /* a power of two */

typedef struct {
    const uint8_t *lowest, *highest;
    int fewest_jokers, jokers, named;
    int32_t joker_weight, tile[NUMBERS], joker[NUMBERS];
    int32_t floor, ceiling, bound;
    int64_t budget, used;

    Colour *colours;
    int8_t room[NUMBERS][COLOURS];
    Way *ways[NUMBERS];
    int way_count[NUMBERS];
    int32_t returned[NUMBERS + 1][MAX_ROW], by_number[NUMBERS][MAX_ROW];
    GroupWays group_ways[CACHED_WAYS];

    Pair *first, *second; /* what the first two colours can do at a node, and the last two */
    Layer layers[NUMBERS + 1];
    Slot *table; /* hash table: places in the layer being filled */
    int table_size, table_room;
    uint64_t *ranking, *sorting;
    Node *ranked;
    uint64_t *codes; /* of the nodes kept, kind by kind, and their values: what makes others needless */
    int32_t *values;
    int ranking_room;
    int width;
    int32_t threshold, dropped, cut, limit;

    int found;
    int32_t best_value;
    int best_spare;
    uint8_t best_runs[NUMBERS][COLOURS][2]; /* tiles and jokers in runs */
    uint8_t best_groups[NUMBERS][COLOURS + 1]; /* tiles in groups by colour, then jokers */
} Search;

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
    int lowest = s->lowest[c * NUMBERS + number], highest = s->highest[c * NUMBERS + number];
    int feed = number < NUMBERS - 1 ? s->highest[c * NUMBERS + number + 1] + s->jokers : 0;
    for (int count = ones + twos; count <= highest + s->jokers; count++) {
        int extra = count - ones - twos, joined = min_int(longs, extra);
        if (extra - joined + ones > feed || (extra - joined > highest && !s->named && number < FIRST_JOKER_START))
            break;
        int longs_after = min_int(twos + joined, feed - ones - (extra - joined));
        int fewest = max_int(0, count - highest);
        int most = min_int(left, s->named ? count : fewest);
        for (int jokers = fewest; jokers <= most; jokers++) {
            int tiles = count - jokers, low = max_int(0, lowest - tiles);
            int high = jokers ? 0 : min_int(highest - tiles, s->room[number][c]);
            if (low > high)
                continue;
            Choice choice = {(int8_t)tiles, (int8_t)jokers, (int8_t)low, (int8_t)high, 0, 0, 0};
            choice.packed = pack(c, &choice);
            choice.state = reach(reached, extra - joined, ones, longs_after, left - jokers);
            if (add_choice(&s->colours[c], choice))
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
    return row_at(s, &s->colours[c], number, node->states[c]);
}

static int run_choices(Search *s, int c)
{
    Colour *colour = &s->colours[c];
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
        int32_t tile = s->tile[number], joker = s->joker[number], grouped = colour->grouped[number];
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

/* ---- groups.py ---- */

static int splits(int total) { return total != 1 && total != 2 && total != 5; }

static void group_room(Search *s)
{
    for (int number = 0; number < NUMBERS; number++) {
        int groups = 0;
        for (;;) {
            int total = s->jokers;
            for (int c = 0; c < COLOURS; c++)
                total += min_int(s->highest[c * NUMBERS + number], groups + 1);
            if (total < 3 * (groups + 1))
                break;
            groups++;
        }
        for (int c = 0; c < COLOURS; c++)
            s->room[number][c] = (int8_t)min_int(s->highest[c * NUMBERS + number], groups);
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
        const int8_t *room = s->room[number];
        Way *ways = malloc(MAX_WAYS * sizeof(Way));
        int count = 0;
        if (!ways)
            return OUT_OF_MEMORY;
        s->ways[number] = ways;
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
        s->way_count[number] = count;
    }
    return GO_ON;
}

/* ---- prices.py ---- */

static void add_rows(int32_t *sum, const int32_t *first, const int32_t *second, int jokers)
{
    for (int total = jokers; total >= 0; total--) {
        int32_t best = first[total] + second[0];
        for (int used = 0; used < total; used++)
            best = max_int(best, first[used] + second[total - used]);
        sum[total] = best;
    }
}

static int32_t best_sum(const int32_t *first, const int32_t *second, int jokers)
{
    int32_t best = first[jokers] + second[0];
    for (int used = 0; used < jokers; used++)
        best = max_int(best, first[used] + second[jokers - used]);
    return best;
}

static int32_t bound_at_start(Search *s)
{
    int32_t sum[MAX_ROW];
    memcpy(sum, s->returned[0], sizeof sum);
    for (int c = 0; c < COLOURS; c++)
        add_rows(sum, sum, s->colours[c].rows[0], s->jokers);
    return sum[s->jokers];
}

static void wanted_groups(Search *s, int number, const int32_t *costs, int jokers, const int8_t *asked,
                          int8_t *wanted)
{
    const Way *best = NULL;
    int32_t best_back = 0;
    int best_distance = 0;
    for (int i = 0; i < s->way_count[number]; i++) {
        const Way *way = &s->ways[number][i];
        if (way->jokers > jokers)
            continue;
        int32_t back = 0;
        int distance = 0;
        for (int c = 0; c < COLOURS; c++) {
            back += costs[c] * way->counts[c];
            distance += abs(way->counts[c] - asked[c]);
        }
        if (!best || back > best_back || (back == best_back && distance < best_distance)) {
            best = way;
            best_back = back;
            best_distance = distance;
        }
    }
    memcpy(wanted, best->counts, COLOURS);
}

static int joker_shares(Search *s, int *shares)
{
    int32_t totals[COLOURS + 1][MAX_ROW];
    int left = s->jokers;
    memcpy(totals[0], s->returned[0], sizeof totals[0]);
    for (int c = 0; c < COLOURS; c++)
        add_rows(totals[c + 1], totals[c], s->colours[c].rows[0], s->jokers);
    for (int c = COLOURS - 1; c >= 0; c--) {
        const int32_t *row = s->colours[c].rows[0];
        shares[c] = 0;
        while (totals[c][left - shares[c]] + row[shares[c]] != totals[c + 1][left])
            shares[c]++;
        left -= shares[c];
    }
    return left;
}

static void costs_at(Search *s, int number, int32_t *costs)
{
    for (int c = 0; c < COLOURS; c++)
        costs[c] = s->tile[number] - s->colours[c].grouped[number];
}

/* By how much each colour's best way puts more tiles into groups than the groups want; returns the norm. */
static int excess_of(Search *s, int8_t excess[NUMBERS][COLOURS])
{
    int shares[COLOURS], norm = 0, jokers = joker_shares(s, shares);
    int8_t grouped[COLOURS][NUMBERS];
    for (int c = 0; c < COLOURS; c++)
        grouped_on_best(s, &s->colours[c], shares[c], grouped[c]);
    for (int number = 0; number < NUMBERS; number++) {
        int used = 0;
        int8_t asked[COLOURS], wanted[COLOURS];
        int32_t costs[COLOURS];
        while (s->by_number[number][used] + s->returned[number + 1][jokers - used]
               != s->returned[number][jokers])
            used++;
        for (int c = 0; c < COLOURS; c++)
            asked[c] = grouped[c][number];
        costs_at(s, number, costs);
        wanted_groups(s, number, costs, used, asked, wanted);
        jokers -= used;
        for (int c = 0; c < COLOURS; c++) {
            excess[number][c] = (int8_t)(asked[c] - wanted[c]);
            norm += excess[number][c] * excess[number][c];
        }
    }
    return norm;
}

/* Returns whether any price moved. */
static int move_prices(Search *s, int8_t excess[NUMBERS][COLOURS], int32_t step, int norm, int32_t limit)
{
    int has_moved = 0;
    for (int number = 0; number < NUMBERS; number++)
        for (int c = 0; c < COLOURS; c++) {
            int surplus = excess[number][c];
            int32_t change = (int32_t)((int64_t)step * abs(surplus) / norm);
            int32_t moved = s->colours[c].grouped[number] + (surplus > 0 ? -change : change);
            moved = max_int(s->tile[number] - limit, min_int(s->tile[number] + limit, moved));
            has_moved |= moved != s->colours[c].grouped[number];
            s->colours[c].grouped[number] = moved;
        }
    return has_moved;
}

static void bounds_under_prices(Search *s)
{
    for (int c = 0; c < COLOURS; c++)
        best_to_come(s, &s->colours[c]);
    for (int number = NUMBERS - 1; number >= 0; number--) {
        int32_t *row = s->by_number[number], costs[COLOURS];
        costs_at(s, number, costs);
        for (int used = 0; used <= s->jokers; used++)
            row[used] = NEVER;
        for (int i = 0; i < s->way_count[number]; i++) {
            const Way *way = &s->ways[number][i];
            int32_t back = costs[0] * way->counts[0] + costs[1] * way->counts[1]
                           + costs[2] * way->counts[2] + costs[3] * way->counts[3];
            row[way->jokers] = max_int(row[way->jokers], back);
        }
        for (int used = 0; used < s->jokers; used++)
            row[used + 1] = max_int(row[used + 1], row[used]);
        add_rows(s->returned[number], row, s->returned[number + 1], s->jokers);
    }
}

static void free_bounds(Search *s)
{
    memset(s->returned, 0, sizeof s->returned);
    memset(s->by_number, 0, sizeof s->by_number);
    for (int c = 0; c < COLOURS; c++) {
        memcpy(s->colours[c].grouped, s->tile, sizeof s->tile);
        best_to_come(s, &s->colours[c]);
    }
}

static int32_t heaviest_tile(const Search *s)
{
    int32_t heaviest = 0;
    for (int number = 0; number < NUMBERS; number++)
        heaviest = max_int(heaviest, s->tile[number]);
    return heaviest;
}

static int priced_bounds(Search *s, int steps, int patience)
{
    int32_t best_prices[COLOURS][NUMBERS], heaviest = heaviest_tile(s);
    int idle = 0;
    if (!s->ways[0] && list_ways(s))
        return OUT_OF_MEMORY;
    for (int c = 0; c < COLOURS; c++)
        memcpy(best_prices[c], s->colours[c].grouped, sizeof best_prices[c]);
    int32_t best = bound_at_start(s), step = FIRST_STEP * heaviest;
    for (int i = 0; i < steps; i++) {
        int8_t excess[NUMBERS][COLOURS];
        int norm = excess_of(s, excess);
        if (norm == 0)
            break;
        if (!move_prices(s, excess, step, norm, PRICE_LIMIT * heaviest))
            break; /* nor will a shorter step move any */
        bounds_under_prices(s);
        int32_t bound = bound_at_start(s);
        if (bound < best) {
            best = bound;
            idle = 0;
            for (int c = 0; c < COLOURS; c++)
                memcpy(best_prices[c], s->colours[c].grouped, sizeof best_prices[c]);
        } else if (++idle == patience) {
            step /= 2;
            idle = 0;
        }
    }
    for (int c = 0; c < COLOURS; c++)
        memcpy(s->colours[c].grouped, best_prices[c], sizeof best_prices[c]);
    bounds_under_prices(s);
    return GO_ON;
}

/* ---- twin.py: the beam ---- */

/* Jokers left, and room for spare ones: without a run only as many jokers are as good. */
static uint64_t code_of_jokers(int jokers, int has_run)
{
    return (uint64_t)jokers << LEFT | (uint64_t)(has_run ? 7 : 6 - jokers) << ROOM;
}

/* The slot of the code, or the empty one where it belongs. */
static Slot *slot_of(Search *s, uint64_t code)
{
    uint32_t mask = (uint32_t)s->table_size - 1;
    uint32_t at = (uint32_t)((code * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (s->table[at].code && s->table[at].code != code)
        at = (at + 1) & mask;
    return &s->table[at];
}

static void fill_table(Search *s, const Layer *layer)
{
    memset(s->table, 0, (size_t)s->table_size * sizeof *s->table);
    for (int i = 0; i < layer->used; i++) {
        Slot slot = {layer->nodes[i].code, layer->nodes[i].value, i};
        *slot_of(s, slot.code) = slot;
    }
}

static int ensure_room(Search *s, Layer *layer)
{
    if (layer->used == layer->room) {
        int room = layer->room ? layer->room * 2 : FIRST_NODES;
        if (room > PLACE)
            return OUT_OF_MEMORY;
        Node *grown = realloc(layer->nodes, (size_t)room * sizeof(Node));
        if (!grown)
            return OUT_OF_MEMORY;
        layer->nodes = grown;
        layer->room = room;
    }
    if (2 * (layer->used + 1) > s->table_size) {
        s->table_size *= 4;
        if (s->table_size > s->table_room) {
            Slot *grown = realloc(s->table, (size_t)s->table_size * sizeof *grown);
            if (!grown)
                return OUT_OF_MEMORY;
            s->table = grown;
            s->table_room = s->table_size;
        }
        fill_table(s, layer);
    }
    return GO_ON;
}

/* Sort by all but the place: nodes come in the order of their places, and each round keeps the order of
 * those that are equal in its byte (radix sort, from the lowest byte that differs up). */
static void sort_ranking(Search *s, int count)
{
    if (count > FEW_RANKS) {
        uint64_t *from = s->ranking, *to = s->sorting, differ = 0;
        for (int i = 1; i < count; i++)
            differ |= from[i] ^ from[0];
        for (int shift = 24; shift < 64; shift += 8) {
            int begin[256] = {0}, at = 0;
            if (!(differ >> shift & 255))
                continue;
            for (int i = 0; i < count; i++)
                begin[from[i] >> shift & 255]++;
            for (int byte = 0; byte < 256; byte++) {
                int size = begin[byte];
                begin[byte] = at;
                at += size;
            }
            for (int i = 0; i < count; i++)
                to[begin[from[i] >> shift & 255]++] = from[i];
            uint64_t *swap = from;
            from = to;
            to = swap;
        }
        s->ranking = from;
        s->sorting = to;
        return;
    }
    for (int i = 1; i < count; i++) {
        uint64_t moving = s->ranking[i];
        int at = i;
        for (; at > 0 && s->ranking[at - 1] > moving; at--)
            s->ranking[at] = s->ranking[at - 1];
        s->ranking[at] = moving;
    }
}

/* Low for a node to keep first: the best promise, then most jokers left, most open runs, first come. */
static uint64_t rank_of(const Node *node, int place)
{
    int open = 0;
    for (int c = 0; c < COLOURS; c++)
        open += (int)(node->code >> (12 * c + 8) & 15);
    return (uint64_t)(uint32_t)(INT32_MAX - node->promise) << 32 | (uint64_t)(127 - 16 * node->jokers - open) << 24
           | (uint64_t)place;
}

static int outdoes(const Search *s, int at, uint64_t code, int32_t value)
{
    return ((s->codes[at] - code) & GUARDS) == GUARDS && s->values[at] >= value;
}

/* Nodes of a kind have as many jokers left and the same room for spare ones: the more, the later. */
static int kind_of(uint64_t code)
{
    return (int)(code >> LEFT & 7) << 1 | ((code >> ROOM) == 7);
}

/* Whether any of a block of states can do all that this one can. What keeps them from it is a number below the
 * top bit, and only nothing less one has that bit: no branches, so that the compiler does several at once. */
static int is_any_better(const uint64_t *codes, uint64_t code)
{
    uint64_t any = 0;
    for (int i = 0; i < BLOCK; i++)
        any |= (~(codes[i] - code) & GUARDS) - 1;
    return (int)(any >> 63);
}

/* Only nodes of the same kind, and those with a run and as many jokers or more, can outdo another. */
static int find_outdoing(const Search *s, const int *begin, const int *end, uint64_t code, int32_t value)
{
    for (int kind = kind_of(code); kind < KINDS; kind += 1 + (kind & 1))
        for (int at = begin[kind]; at < end[kind];) {
            int stop = min_int(at + BLOCK, end[kind]);
            if (stop - at == BLOCK && !is_any_better(s->codes + at, code)) {
                at = stop;
                continue;
            }
            for (; at < stop; at++)
                if (outdoes(s, at, code, value))
                    return at;
        }
    return -1;
}

/* Leave out, of nodes ranked best first, those that an earlier one outdoes: no less value, and its open runs
 * and jokers can do all that the others can. Return how many are left. Whoever outdid one is asked first for
 * the next. */
static int leave_out_needless(Search *s, const Node *nodes, int count)
{
    int strong[STRONG], known = 0, kept = 0, begin[KINDS], end[KINDS];
    for (int kind = 0; kind < KINDS; kind++)
        begin[kind] = end[kind] = kind * count;
    for (int i = 0; i < count; i++) {
        const Node *node = &nodes[s->ranking[i] & PLACE];
        uint64_t code = node->code;
        int32_t value = node->value;
        int place = 0;
        while (place < known && !outdoes(s, strong[place], code, value))
            place++;
        if (place < known) {
            int first = strong[place];
            memmove(strong + 1, strong, (size_t)place * sizeof *strong);
            strong[0] = first;
            continue;
        }
        int at = find_outdoing(s, begin, end, code, value);
        if (at >= 0) {
            known = min_int(known + 1, STRONG);
            memmove(strong + 1, strong, (size_t)(known - 1) * sizeof *strong);
            strong[0] = at;
            continue;
        }
        int kind = kind_of(code);
        s->codes[end[kind]] = code | GUARDS;
        s->values[end[kind]++] = value;
        s->ranked[kept++] = *node;
    }
    return kept;
}

static int make_ranking_room(Search *s, int room)
{
    free(s->ranking);
    free(s->sorting);
    free(s->ranked);
    free(s->codes);
    free(s->values);
    s->ranking = malloc((size_t)room * sizeof *s->ranking);
    s->sorting = malloc((size_t)room * sizeof *s->sorting);
    s->ranked = malloc((size_t)room * sizeof *s->ranked);
    s->codes = malloc(KINDS * (size_t)room * sizeof *s->codes);
    s->values = malloc(KINDS * (size_t)room * sizeof *s->values);
    s->ranking_room = room;
    return s->ranking && s->sorting && s->ranked && s->codes && s->values ? GO_ON : OUT_OF_MEMORY;
}

/* Put the layer's best nodes first, best first, and let the others go. */
static int keep_best(Search *s, Layer *layer)
{
    int count = layer->used;
    if (count > s->ranking_room && make_ranking_room(s, 2 * count))
        return OUT_OF_MEMORY;
    for (int i = 0; i < count; i++)
        s->ranking[i] = rank_of(&layer->nodes[i], i);
    sort_ranking(s, count);
    count = leave_out_needless(s, layer->nodes, count);
    if (count > s->width)
        s->dropped = max_int(s->dropped, s->ranked[s->width].promise);
    layer->used = min_int(count, s->width);
    if (layer->used)
        memcpy(layer->nodes, s->ranked, (size_t)layer->used * sizeof(Node));
    return GO_ON;
}

/* Under this a promise does not matter: below the threshold, or let go without raising what was let go. */
static void set_limit(Search *s)
{
    s->limit = max_int(s->threshold, min_int(s->cut, s->dropped + 1));
}

static int add_node(Search *s, Layer *layer, const Node *node)
{
    if (ensure_room(s, layer))
        return OUT_OF_MEMORY;
    Slot *slot = slot_of(s, node->code);
    if (slot->code && slot->value >= node->value)
        return GO_ON;
    int place = slot->code ? slot->place : layer->used++;
    Slot filled = {node->code, node->value, place};
    *slot = filled;
    layer->nodes[place] = *node;
    if (layer->used >= 2 * s->width) {
        if (keep_best(s, layer))
            return OUT_OF_MEMORY;
        fill_table(s, layer);
        if (layer->used == s->width)
            s->cut = layer->nodes[layer->used - 1].promise;
        set_limit(s);
    }
    return GO_ON;
}

/* Write what two neighbouring colours can do in a node's states, as far as it can still matter: the rest is
 * the best of everything else, by jokers. Return how many there are. */
static int list_pairs(const Search *s, int number, const Node *node, int c, const int32_t *rest, Pair *pairs)
{
    const Colour *one = &s->colours[c], *other = &s->colours[c + 1];
    const uint16_t *first0 = &one->first[number][node->states[c]];
    const uint16_t *first1 = &other->first[number][node->states[c + 1]];
    int count = 0;
    for (int step0 = first0[0]; step0 < first0[1]; step0++)
        for (int step1 = first1[0]; step1 < first1[1]; step1++) {
            const Choice *choice0 = &one->choices[step0], *choice1 = &other->choices[step1];
            int left = node->jokers - choice0->jokers - choice1->jokers;
            if (left < 0)
                continue;
            Pair *pair = &pairs[count];
            pair->gained = node->value + choice0->gain + choice1->gain;
            add_rows(pair->row, row_at(s, one, number + 1, choice0->state),
                     row_at(s, other, number + 1, choice1->state), left);
            if (pair->gained + best_sum(pair->row, rest, left) < s->limit)
                continue;
            pair->packed = choice0->packed + choice1->packed;
            pair->code = one->codes[number + 1][choice0->state] | other->codes[number + 1][choice1->state];
            pair->left = (int8_t)left;
            pair->states[0] = (uint8_t)choice0->state;
            pair->states[1] = (uint8_t)choice1->state;
            pair->steps[0] = (uint16_t)step0;
            pair->steps[1] = (uint16_t)step1;
            count++;
        }
    return count;
}

/* Add the states that one joint choice leads to, with each useful number of jokers in groups. The row holds
 * the best that two colours and the groups can make afterwards, by jokers. */
static int join(Search *s, const Expansion *x, const Pair *first, const Pair *second, const int32_t *row)
{
    const Node *node = x->node;
    uint32_t packed = first->packed + second->packed;
    int number = x->number, tiles = (int)(packed >> TILES & 255), run_jokers = (int)(packed >> RUN_JOKERS);
    int has_run = !s->named && (node->has_run || packed >> TILES), left = node->jokers - run_jokers;
    const GroupWays *ways = group_ways(s, packed & 0xFFFF, left, has_run);
    for (int way = 0; way < ways->count; way++) {
        int group_jokers = ways->jokers[way], total = ways->totals[way], after = left - group_jokers;
        int32_t value = node->value + s->tile[number] * (tiles + total)
                        + s->joker[number] * (run_jokers + group_jokers);
        if (number == NUMBERS - 1 && !has_run) {
            if (s->jokers - after < s->fewest_jokers)
                continue;
            value -= s->joker_weight * after;
        }
        int32_t promise = value + best_sum(second->row, row, after);
        if (promise < s->threshold)
            continue;
        if (promise < s->cut) {
            s->dropped = max_int(s->dropped, promise);
            set_limit(s);
            continue;
        }
        Node next = {
            value, promise, first->code | second->code | code_of_jokers(after, has_run),
            {first->states[0], first->states[1], second->states[0], second->states[1]}, x->parent,
            {first->steps[0], first->steps[1], second->steps[0], second->steps[1]}, (uint8_t)after,
            (uint8_t)has_run, (uint8_t)group_jokers,
        };
        if (add_node(s, x->layer, &next))
            return OUT_OF_MEMORY;
    }
    return GO_ON;
}

/* Join what the first two colours do with all that the others can do. */
static int join_all(Search *s, const Expansion *x, const Pair *first, int count)
{
    int32_t now[MAX_ROW], later[MAX_ROW], limit = x->node->value - first->gained;
    add_rows(now, first->row, s->returned[x->number], first->left);
    add_rows(later, first->row, s->returned[x->number + 1], first->left);
    for (int i = 0; i < count; i++) {
        const Pair *second = &s->second[i];
        int left = first->left + second->left - x->node->jokers;
        if (left < 0 || second->gained + best_sum(second->row, now, left) < s->limit + limit)
            continue;
        if (join(s, x, first, second, later))
            return OUT_OF_MEMORY;
    }
    return GO_ON;
}

static int expand(Search *s, int number, int parent, Layer *layer)
{
    if (s->used == s->budget)
        return OUT_OF_BUDGET;
    s->used++;
    Expansion x = {number, parent, &s->layers[number].nodes[parent], layer};
    const Node *node = x.node;
    int32_t ours[MAX_ROW], theirs[MAX_ROW];
    add_rows(ours, row_of(s, number, node, 0), row_of(s, number, node, 1), node->jokers);
    add_rows(theirs, row_of(s, number, node, 2), row_of(s, number, node, 3), node->jokers);
    add_rows(ours, ours, s->returned[number], node->jokers);
    add_rows(theirs, theirs, s->returned[number], node->jokers);
    int first_count = list_pairs(s, number, node, 0, theirs, s->first);
    int second_count = first_count ? list_pairs(s, number, node, 2, ours, s->second) : 0;
    for (int i = 0; i < first_count; i++)
        if (join_all(s, &x, &s->first[i], second_count))
            return OUT_OF_MEMORY;
    return GO_ON;
}

static void note_best(Search *s)
{
    const Node *node = s->layers[NUMBERS].nodes;
    s->found = 1;
    s->best_value = node->value;
    s->best_spare = node->has_run ? node->jokers : 0;
    for (int number = NUMBERS - 1; number >= 0; number--) {
        uint32_t code = 0;
        uint8_t *groups = s->best_groups[number];
        const Choice *steps[COLOURS];
        int given = 0;
        for (int c = 0; c < COLOURS; c++) {
            steps[c] = &s->colours[c].choices[node->steps[c]];
            s->best_runs[number][c][0] = (uint8_t)steps[c]->tiles;
            s->best_runs[number][c][1] = (uint8_t)steps[c]->jokers;
            code |= (uint32_t)(steps[c]->low | steps[c]->high << 2) << (4 * c);
            groups[c] = (uint8_t)steps[c]->low;
            given += steps[c]->low;
        }
        int total = most_in_groups(code, node->group_jokers), most = (total + node->group_jokers) / 3;
        for (int c = 0; c < COLOURS; c++) {
            int more = max_int(0, min_int(min_int(steps[c]->high, most) - groups[c], total - given));
            groups[c] = (uint8_t)(groups[c] + more);
            given += more;
        }
        groups[COLOURS] = (uint8_t)node->group_jokers;
        node = &s->layers[number].nodes[node->parent];
    }
}

static int sweep(Search *s, int width, int32_t threshold)
{
    Layer *start = &s->layers[0];
    Node root = {0};
    root.value = s->joker_weight * s->jokers;
    root.jokers = (uint8_t)s->jokers;
    s->width = width;
    s->threshold = threshold;
    s->dropped = NEVER;
    start->nodes[0] = root;
    start->used = 1;
    for (int number = 0; number < NUMBERS; number++) {
        Layer *from = &s->layers[number], *to = &s->layers[number + 1];
        to->used = 0;
        s->cut = NEVER;
        set_limit(s);
        s->table_size = min_int(4 * width, FIRST_TABLE);
        fill_table(s, to);
        for (int i = 0; i < from->used; i++) {
            int outcome = expand(s, number, i, to);
            if (outcome)
                return outcome;
        }
        if (keep_best(s, to))
            return OUT_OF_MEMORY;
    }
    if (s->layers[NUMBERS].used)
        note_best(s);
    return GO_ON;
}

static void use_bounds(Search *s)
{
    int32_t start = s->joker_weight * s->jokers + bound_at_start(s);
    s->bound = min_int(s->bound, max_int(-SCALE, floor_div(start, SCALE) * SCALE));
}

static int try_for_bound(Search *s, int *settled)
{
    int outcome = sweep(s, FIRST_WIDTH, s->bound);
    if (!outcome && !s->found && s->dropped < s->bound)
        s->bound -= SCALE;
    *settled = s->found || s->bound < s->floor;
    return outcome;
}

static int32_t to_beat(const Search *s) { return s->found ? s->best_value + SCALE : s->floor; }

/* Look for an answer of at least the aim; without one, everything is below it or was let go. */
static int sweep_for(Search *s, int width, int32_t aim)
{
    int outcome = sweep(s, width, aim);
    int32_t known = max_int(aim, to_beat(s)) - SCALE;
    if (!outcome)
        s->bound = min_int(s->bound, max_int(floor_div(s->dropped, SCALE) * SCALE, known));
    return outcome;
}

static int reprice(Search *s, int steps, int patience)
{
    int outcome = priced_bounds(s, steps, patience);
    use_bounds(s);
    return outcome;
}

/* Let nothing go, but look near the bound first: the higher the aim, the less there is to look at. */
static int sweep_down(Search *s)
{
    int outcome = GO_ON;
    for (int part = AIM_PART; !outcome && s->bound >= to_beat(s); part = 1) {
        int32_t gap = (s->bound - to_beat(s)) / SCALE;
        outcome = sweep_for(s, PLACE, s->bound - min_int(gap, max_int(1, gap / part)) * SCALE);
    }
    return outcome;
}

static int prove(Search *s)
{
    int settled = s->bound < s->floor, outcome = settled ? GO_ON : try_for_bound(s, &settled);
    if (outcome || settled)
        return outcome;
    outcome = sweep_for(s, SECOND_WIDTH, to_beat(s));
    if (!outcome && s->bound >= to_beat(s))
        outcome = reprice(s, FEW_STEPS, FEW_PATIENCE);
    if (!outcome && s->bound >= to_beat(s))
        outcome = sweep_for(s, THIRD_WIDTH, to_beat(s));
    if (!outcome && s->bound >= to_beat(s))
        outcome = reprice(s, MANY_STEPS, MANY_PATIENCE);
    return outcome ? outcome : sweep_down(s);
}

/* The colours' tables are large and filled as needed: only what must be nothing at first is cleared. */
static int make_colours(Search *s)
{
    s->colours = malloc(COLOURS * sizeof *s->colours);
    if (!s->colours)
        return OUT_OF_MEMORY;
    for (int c = 0; c < COLOURS; c++) {
        s->colours[c].choices = NULL;
        s->colours[c].used = s->colours[c].room = s->colours[c].most_choices = 0;
        s->colours[c].row_store = NULL;
    }
    return GO_ON;
}

static int make_pair_room(Search *s)
{
    const Colour *c = s->colours;
    s->first = malloc((size_t)(c[0].most_choices * c[1].most_choices) * sizeof(Pair));
    s->second = malloc((size_t)(c[2].most_choices * c[3].most_choices) * sizeof(Pair));
    return s->first && s->second ? GO_ON : OUT_OF_MEMORY;
}

static int prepare(Search *s)
{
    if (make_colours(s))
        return OUT_OF_MEMORY;
    s->layers[0].nodes = malloc(sizeof(Node));
    s->table = malloc(FIRST_TABLE * sizeof *s->table);
    if (!s->layers[0].nodes || !s->table)
        return OUT_OF_MEMORY;
    s->layers[0].room = 1;
    s->table_room = FIRST_TABLE;
    group_room(s);
    for (int c = 0; c < COLOURS; c++)
        if (run_choices(s, c))
            return OUT_OF_MEMORY;
    if (make_pair_room(s))
        return OUT_OF_MEMORY;
    free_bounds(s);
    s->bound = s->ceiling;
    use_bounds(s);
    return GO_ON;
}

static void release(Search *s)
{
    for (int c = 0; c < COLOURS && s->colours; c++) {
        free(s->colours[c].choices);
        free(s->colours[c].row_store);
    }
    free(s->colours);
    for (int number = 0; number < NUMBERS; number++)
        free(s->ways[number]);
    for (int number = 0; number <= NUMBERS; number++)
        free(s->layers[number].nodes);
    free(s->first);
    free(s->second);
    free(s->table);
    free(s->ranking);
    free(s->sorting);
    free(s->ranked);
    free(s->codes);
    free(s->values);
    free(s);
}

/* ---- rebuild.py ---- */

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

/* ---- the door to Python ---- */

static int read_weights(PyObject *numbers, int32_t *weights)
{
    if (!PyTuple_Check(numbers) || PyTuple_Size(numbers) != NUMBERS) {
        PyErr_SetString(PyExc_ValueError, "expected a tuple of 13 weights");
        return -1;
    }
    for (int i = 0; i < NUMBERS; i++) {
        long weight = PyLong_AsLong(PyTuple_GetItem(numbers, i));
        if (weight == -1 && PyErr_Occurred())
            return -1;
        if (weight < 0 || weight > 100000) {
            PyErr_Format(PyExc_ValueError, "expected a weight from 0 to 100000, got %ld", weight);
            return -1;
        }
        weights[i] = (int32_t)weight;
    }
    return 0;
}

static int check_counts(const Search *s, Py_ssize_t lowest, Py_ssize_t highest)
{
    int sound = lowest == COLOURS * NUMBERS && highest == COLOURS * NUMBERS && 0 <= s->fewest_jokers
                && s->fewest_jokers <= s->jokers && s->jokers <= MAX_JOKERS;
    for (int i = 0; sound && i < COLOURS * NUMBERS; i++)
        sound = s->lowest[i] <= s->highest[i] && s->highest[i] <= MAX_TILES;
    if (!sound)
        PyErr_SetString(PyExc_ValueError, "expected 52 counts of at most 3 tiles, and at most 4 jokers");
    return sound ? 0 : -1;
}

static void scale_weights(Search *s, const int32_t *tile, const int32_t *joker)
{
    for (int i = 0; i < NUMBERS; i++)
        s->joker_weight = max_int(s->joker_weight, SCALE * joker[i]);
    for (int i = 0; i < NUMBERS; i++) {
        s->named |= joker[i] != joker[0];
        s->tile[i] = SCALE * tile[i];
        s->joker[i] = SCALE * joker[i] - s->joker_weight;
    }
}

static PyObject *answer(const Search *s, int outcome)
{
    uint8_t written[2 * (COLOURS * NUMBERS * MAX_TILES + MAX_JOKERS)];
    int status = outcome == OUT_OF_BUDGET ? (s->found ? STATUS_CUT : STATUS_UNKNOWN)
                                          : (s->found ? STATUS_BEST : STATUS_NONE);
    int value = s->found ? s->best_value / SCALE : 0;
    int bound = status == STATUS_BEST ? value : floor_div(s->bound, SCALE);
    int length = s->found ? rebuild(s, written) : 0;
    return Py_BuildValue("iiiLy#", status, value, bound, (long long)s->used, (const char *)written,
                         (Py_ssize_t)length);
}

static PyObject *search(PyObject *module, PyObject *args)
{
    const char *lowest, *highest;
    Py_ssize_t lowest_size, highest_size;
    PyObject *tile_weights, *joker_weights, *result = NULL;
    int32_t tile[NUMBERS], joker[NUMBERS];
    int floor_value, ceiling;
    long long budget;
    Search *s = calloc(1, sizeof *s);
    if (!s)
        return PyErr_NoMemory();
    if (!PyArg_ParseTuple(args, "y#y#(ii)(OO)(iiL)", &lowest, &lowest_size, &highest, &highest_size,
                          &s->fewest_jokers, &s->jokers, &tile_weights, &joker_weights,
                          &floor_value, &ceiling, &budget))
        goto out;
    s->lowest = (const uint8_t *)lowest;
    s->highest = (const uint8_t *)highest;
    if (check_counts(s, lowest_size, highest_size) || read_weights(tile_weights, tile)
        || read_weights(joker_weights, joker))
        goto out;
    scale_weights(s, tile, joker);
    s->floor = SCALE * max_int(0, min_int(floor_value, 1 << 24));
    s->ceiling = SCALE * max_int(-1, min_int(ceiling, 1 << 24));
    s->budget = budget;
    int outcome;
    Py_BEGIN_ALLOW_THREADS
    outcome = prepare(s);
    if (!outcome)
        outcome = prove(s);
    Py_END_ALLOW_THREADS
    result = outcome == OUT_OF_MEMORY ? PyErr_NoMemory() : answer(s, outcome);
out:
    release(s);
    return result;
}

static PyMethodDef methods[] = {
    {"search", search, METH_VARARGS, "Return (status, value, bound, nodes, sets): see twin.search."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "kernel", "The compiled search; twin.py is the same in Python.", 0, methods, slots,
    NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_kernel(void) { return PyModuleDef_Init(&definition); }
