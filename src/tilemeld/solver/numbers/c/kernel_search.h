/* The values that the parts of the kernel share: sizes, choices, nodes, sweeps, the search itself. */
#ifndef TILEMELD_KERNEL_SEARCH_H
#define TILEMELD_KERNEL_SEARCH_H

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
#define FIRST_JOKER_START 10 /* only from here on (11 going up) a joker may begin a run: else it can stand at its end */
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

static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }

/* Python's // for a positive divisor. */
static inline int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

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

/* A way through the numbers, down or up: all that depends on their order. */
typedef struct {
    int is_up, number; /* the number it has come to */
    int64_t spent; /* how many nodes it has looked at in this pass */
    uint8_t lowest[COLOURS * NUMBERS], highest[COLOURS * NUMBERS];
    int32_t tile[NUMBERS], joker[NUMBERS];
    Colour *colours;
    int8_t room[NUMBERS][COLOURS];
    Way *ways[NUMBERS];
    int way_count[NUMBERS];
    int32_t returned[NUMBERS + 1][MAX_ROW], by_number[NUMBERS][MAX_ROW];
    Layer layers[NUMBERS + 1];
} Sweep;

typedef struct {
    const uint8_t *lowest, *highest;
    int fewest_jokers, jokers, named;
    int32_t joker_weight, tile[NUMBERS], joker[NUMBERS];
    int32_t floor, ceiling, bound;
    int64_t budget, used;

    Sweep *down, *up, *sweep; /* the one at work */
    GroupWays group_ways[CACHED_WAYS];

    Pair *first, *second; /* what the first two colours can do at a node, and the last two */
    int first_room, second_room;
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

#endif
