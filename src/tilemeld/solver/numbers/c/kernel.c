/* The compiled kernel of the solver: the same search as twin.py, step by step, in plain C.
 *
 * What each part does and why it is exact is described in docs/solver.md and in the Python modules that the parts
 * mirror: runs.py, groups.py, prices.py, beam.py, sweep.py, rebuild.py, search.py. The names are the same, so
 * are the order of all steps and every tie-break: tests hold the two to equal answers, node counts and sets.
 *
 * No global state, no Python object touched while searching: the GIL is released and any number of
 * threads may search at once. Every failure is raised.
 *
 * The parts are headers of one translation unit: the compiler can inline the inner loops.
 */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel_sweep.h"
#include "kernel_prices.h"
#include "kernel_rebuild.h"
#include "kernel_search.h"

/* ---- twin.py: the passes ---- */

/* One pass. Of two sweeps always the one goes on that has looked at fewer nodes: the first at its end has the
 * answer. */
static int run_pass(Search *s, int width, int32_t threshold, Sweep *first, Sweep *second)
{
    s->width = width;
    s->threshold = threshold;
    s->dropped = NEVER;
    start_sweep(s, first);
    start_sweep(s, second);
    do {
        s->sweep = cost_of(second) < cost_of(first) ? second : first;
        int outcome = advance(s);
        if (outcome)
            return outcome;
    } while (s->sweep->number < NUMBERS);
    if (s->sweep->layers[NUMBERS].used)
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
    int outcome = run_pass(s, FIRST_WIDTH, s->bound, s->down, s->down);
    if (!outcome && !s->found && s->dropped < s->bound)
        s->bound -= SCALE;
    *settled = s->found || s->bound < s->floor;
    return outcome;
}

static int32_t to_beat(const Search *s) { return s->found ? s->best_value + SCALE : s->floor; }

/* Look for an answer of at least the aim; without one, everything is below it or was let go. */
static int run_pass_for(Search *s, int width, int32_t aim, Sweep *first, Sweep *second)
{
    int outcome = run_pass(s, width, aim, first, second);
    int32_t known = max_int(aim, to_beat(s)) - SCALE;
    if (!outcome)
        s->bound = min_int(s->bound, max_int(floor_div(s->dropped, SCALE) * SCALE, known));
    return outcome;
}

/* Use the prices that were found on the way down on the way up as well. */
static void share_prices(Search *s)
{
    const Sweep *down = s->down;
    Sweep *up = s->sweep = s->up;
    for (int number = 0; number < NUMBERS; number++) {
        int place = NUMBERS - 1 - number;
        up->ways[number] = down->ways[place];
        up->way_count[number] = down->way_count[place];
        for (int c = 0; c < COLOURS; c++)
            up->colours[c].grouped[number] = down->colours[c].grouped[place];
    }
    bounds_under_prices(s);
    use_bounds(s);
}

static int reprice(Search *s, int steps, int patience)
{
    s->sweep = s->down;
    int outcome = priced_bounds(s, steps, patience);
    use_bounds(s);
    return outcome;
}

static int second_pass(Search *s) { return run_pass_for(s, SECOND_WIDTH, to_beat(s), s->down, s->down); }

static int price_a_little(Search *s) { return reprice(s, FEW_STEPS, FEW_PATIENCE); }

static int third_pass(Search *s) { return run_pass_for(s, THIRD_WIDTH, to_beat(s), s->down, s->down); }

/* Look for the best under the same prices, up. */
static int turn(Search *s)
{
    if (make_sweep(s, 1))
        return OUT_OF_MEMORY;
    share_prices(s);
    return run_pass_for(s, SECOND_WIDTH, to_beat(s), s->up, s->up);
}

static int price(Search *s)
{
    int outcome = reprice(s, MANY_STEPS, MANY_PATIENCE);
    share_prices(s);
    return outcome;
}

/* Let nothing go, but look near the bound first: the higher the aim, the less there is to look at. */
static int sweep_down(Search *s)
{
    int outcome = GO_ON;
    for (int part = AIM_PART; !outcome && s->bound >= to_beat(s); part = 1) {
        int32_t gap = (s->bound - to_beat(s)) / SCALE;
        int32_t aim = s->bound - min_int(gap, max_int(1, gap / part)) * SCALE;
        outcome = run_pass_for(s, PLACE, aim, s->down, s->up);
    }
    return outcome;
}

typedef int Stage(Search *s);

static int prove(Search *s)
{
    Stage *const stages[] = {second_pass, price_a_little, third_pass, turn, price, sweep_down};
    int count = sizeof stages / sizeof *stages;
    int settled = s->bound < s->floor, outcome = settled ? GO_ON : try_for_bound(s, &settled);
    for (int i = 0; i < count && !outcome && !settled && s->bound >= to_beat(s); i++)
        outcome = stages[i](s);
    return outcome;
}

static int prepare(Search *s)
{
    s->table = malloc(FIRST_TABLE * sizeof *s->table);
    if (!s->table || make_sweep(s, 0))
        return OUT_OF_MEMORY;
    s->table_room = FIRST_TABLE;
    free_bounds(s);
    s->bound = s->ceiling;
    use_bounds(s);
    return GO_ON;
}

static void release(Search *s)
{
    for (int number = 0; number < NUMBERS && s->down; number++)
        free(s->down->ways[number]); /* the other sweep has the same */
    release_sweep(s->down);
    release_sweep(s->up);
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
    PyModuleDef_HEAD_INIT, "kernel", "The compiled search; search.py is the same in Python.", 0, methods, slots,
    NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_kernel(void) { return PyModuleDef_Init(&definition); }
