/* The compiled kernel of the word solver: the same searches as words_twin.py, step by step, in plain C.
 *
 * What each does is described in docs/word-solver.md and in words_twin.py. The names are the same, so are the
 * order of all steps and every tie-break: tests hold the two to equal answers and node counts.
 *
 * No global state, no Python object touched while searching: the GIL is released and any number of
 * threads may search at once. Every failure is raised.
 */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* engine/sets/lexicon_builder.py: an edge is letter (6 bits), last (1), where the next node begins (24), word (1) */
#define LETTERS 64
#define LETTER(edge) ((edge) >> 26)
#define LAST(edge) ((edge) >> 25 & 1)
#define TARGET(edge) (((edge) & 0x1FFFFFF) >> 1)
#define WORD(edge) ((edge) & 1)

#define BY_JOKER 64 /* beside a letter of fits that a joker stands for */
#define END 255
#define MAX_WORD 255
#define MAX_CLASS 7
#define MAX_SETS 64
#define SHORTEST 3
#define LEAST_SHARE 2000 /* the fewest nodes that a choice of the cover gets */
#define SHARES 4
#define ALL_COVERED (1 << 20)
#define HARDNESS 40
#define UNBALANCED 12

enum outcome { DONE = 0, CUT = 1, OUT_OF_MEMORY = 2, FOUND = 3 };

static int min_int(int a, int b) { return a < b ? a : b; }
static int max_int(int a, int b) { return a > b ? a : b; }

typedef struct {
    uint8_t *bytes;
    size_t used, room;
} Text;

static int append(Text *text, const uint8_t *bytes, int length)
{
    if (text->used + length + 1 > text->room) {
        size_t room = 2 * text->room + length + 1024;
        uint8_t *larger = realloc(text->bytes, room);
        if (!larger)
            return OUT_OF_MEMORY;
        text->bytes = larger;
        text->room = room;
    }
    memcpy(text->bytes + text->used, bytes, length);
    text->used += length;
    text->bytes[text->used++] = END;
    return DONE;
}

/* An automaton as it came from Python: every edge leads further on and stays inside, or it is refused. */
static int is_sound(const uint32_t *edges, Py_ssize_t count)
{
    if (count > 1 && !LAST(edges[count - 1]))
        return 0;
    for (Py_ssize_t place = 1; place < count; place++) {
        Py_ssize_t target = TARGET(edges[place]);
        if (target && (target <= place || target >= count))
            return 0;
    }
    return 1;
}

/* ---- heights: how many letters may still follow ---- */

static PyObject *heights(PyObject *module, PyObject *args)
{
    Py_buffer edges;
    if (!PyArg_ParseTuple(args, "y*", &edges))
        return NULL;
    Py_ssize_t count = edges.len / 4;
    const uint32_t *edge = edges.buf;
    uint8_t *height = calloc(count + 1, 1);
    PyObject *result = NULL;
    if (!height)
        PyErr_NoMemory();
    else if (edges.len % 4 || !is_sound(edge, count))
        PyErr_SetString(PyExc_ValueError, "expected edges that lead further on");
    else {
        for (Py_ssize_t place = count - 1; place > 0; place--) {
            int here = 1 + height[TARGET(edge[place])];
            if (!LAST(edge[place]))
                here = max_int(here, height[place + 1]);
            height[place] = (uint8_t)min_int(here, MAX_WORD - 1);
        }
        result = PyBytes_FromStringAndSize((const char *)height, count);
    }
    free(height);
    PyBuffer_Release(&edges);
    return result;
}

/* ---- fits: the words that letters and jokers can spell ---- */

typedef struct {
    const uint32_t *edges;
    const uint8_t *heights;
    uint8_t counts[LETTERS];
    int jokers, shortest, longest;
    uint64_t wanted; /* a word holds one of these letters */
    int64_t words, budget, used;
    uint8_t path[MAX_WORD];
    Text found;
} Fits;

static int fits_from(Fits *s, uint32_t place, int length, uint64_t held)
{
    for (;; place++) {
        uint32_t edge = s->edges[place];
        int letter = LETTER(edge);
        uint32_t target = TARGET(edge);
        int reach = length + 1 + (target ? s->heights[target] : 0);
        int own = s->counts[letter] > 0;
        if (reach >= s->shortest && (own || s->jokers > 0)) {
            if (++s->used > s->budget)
                return CUT;
            if (own)
                s->counts[letter]--;
            else
                s->jokers--;
            s->path[length] = (uint8_t)(own ? letter : BY_JOKER | letter);
            uint64_t now = held | (uint64_t)1 << letter;
            int outcome = DONE;
            if (WORD(edge) && length + 1 >= s->shortest && (now & s->wanted)) {
                outcome = append(&s->found, s->path, length + 1);
                if (!outcome && --s->words <= 0)
                    outcome = CUT;
            }
            if (!outcome && target && length + 1 < s->longest)
                outcome = fits_from(s, target, length + 1, now);
            if (own)
                s->counts[letter]++;
            else
                s->jokers++;
            if (outcome)
                return outcome;
        }
        if (LAST(edge))
            return DONE;
    }
}

static PyObject *fits(PyObject *module, PyObject *args)
{
    Py_buffer edges, heights;
    const char *counts;
    Py_ssize_t size;
    unsigned long long wanted;
    long long words, budget;
    PyObject *result = NULL;
    Fits *s = calloc(1, sizeof *s);
    if (!s)
        return PyErr_NoMemory();
    if (!PyArg_ParseTuple(args, "y*y*y#iK(ii)(LL)", &edges, &heights, &counts, &size, &s->jokers, &wanted,
                          &s->shortest, &s->longest, &words, &budget)) {
        free(s);
        return NULL;
    }
    if (size > LETTERS || edges.len % 4 || heights.len != edges.len / 4) {
        PyErr_SetString(PyExc_ValueError, "expected at most 64 counts, and a height for every edge");
        goto out;
    }
    memcpy(s->counts, counts, size);
    s->edges = edges.buf;
    s->heights = heights.buf;
    s->wanted = wanted;
    s->longest = min_int(s->longest, MAX_WORD);
    s->words = words;
    s->budget = budget;
    int outcome = DONE;
    Py_BEGIN_ALLOW_THREADS
    if (edges.len > 4 && s->longest > 0)
        outcome = fits_from(s, 1, 0, 0);
    Py_END_ALLOW_THREADS
    if (outcome == OUT_OF_MEMORY)
        PyErr_NoMemory();
    else
        result = Py_BuildValue("iLy#", outcome, (long long)s->used, s->found.bytes ? (const char *)s->found.bytes : "",
                               (Py_ssize_t)s->found.used);
out:
    free(s->found.bytes);
    free(s);
    PyBuffer_Release(&edges);
    PyBuffer_Release(&heights);
    return result;
}

/* ---- cover: letters shared out among classes ---- */

typedef struct {
    uint8_t letters[MAX_CLASS];
    uint8_t length;
} Class;

typedef struct {
    uint64_t key; /* the score, and behind it the order of finding, earlier is more */
    Class class;
} Candidate;

typedef struct {
    Candidate *items;
    int used, room;
} Level;

typedef struct {
    const uint32_t *edges;
    uint8_t must[LETTERS], may[LETTERS], free[LETTERS];
    uint64_t vowels;
    int left[4]; /* vowels and consonants that must be covered, and that may */
    int hardest;
    Class taken[MAX_SETS];
    int taken_count, repeats;
    Class path;
    Class chosen[MAX_SETS];
    int depth;
    Level levels[MAX_SETS];
    int64_t used;
} Cover;

static int is_same(const Class *a, const Class *b)
{
    return a->length == b->length && !memcmp(a->letters, b->letters, a->length);
}

static int is_taken(const Cover *s)
{
    for (int i = 0; i < s->taken_count; i++)
        if (is_same(&s->taken[i], &s->path))
            return 1;
    for (int i = 0; !s->repeats && i < s->depth; i++)
        if (is_same(&s->chosen[i], &s->path))
            return 1;
    return 0;
}

/* How good a choice the class on the path is: hard letters covered, and what stays can still be spoken. */
static int score(const Cover *s)
{
    int gain = 0, run = 0, left[4]; /* vowels and consonants that must be covered, and that may */
    memcpy(left, s->left, sizeof left);
    for (int i = 0; i < s->path.length; i++) {
        int letter = s->path.letters[i];
        int kind = !(s->vowels >> letter & 1);
        run = i && s->path.letters[i - 1] == letter ? run + 1 : 0;
        if (run < s->must[letter]) {
            left[kind]--;
            gain += HARDNESS - letter;
        } else
            left[2 + kind]--;
    }
    if (!left[0] && !left[1])
        return ALL_COVERED;
    int hard = max_int(0, 4 * left[1] - 5 * left[0] - 5 * left[2]);
    int soft = max_int(0, 5 * left[0] - 4 * left[1] - 4 * left[3]);
    return ALL_COVERED / 2 + gain - UNBALANCED * (hard + soft);
}

static int add_candidate(Cover *s)
{
    Level *level = &s->levels[s->depth];
    if (level->used == level->room) {
        int room = 2 * level->room + 64;
        Candidate *larger = realloc(level->items, room * sizeof *larger);
        if (!larger)
            return OUT_OF_MEMORY;
        level->items = larger;
        level->room = room;
    }
    Candidate *item = &level->items[level->used];
    item->key = (uint64_t)score(s) << 32 | (UINT32_MAX - level->used);
    item->class = s->path;
    level->used++;
    return DONE;
}

/* Find the classes of free letters that hold the hardest letter; letters rise along every path. */
static int candidates_from(Cover *s, uint32_t place, int held)
{
    for (;; place++) {
        uint32_t edge = s->edges[place];
        int letter = LETTER(edge);
        if (!held && letter > s->hardest)
            return DONE;
        if (s->free[letter]) {
            int outcome = DONE;
            int now = held || letter == s->hardest;
            s->used++;
            s->free[letter]--;
            s->path.letters[s->path.length++] = (uint8_t)letter;
            if (WORD(edge) && now && s->path.length >= SHORTEST && !is_taken(s))
                outcome = add_candidate(s);
            if (!outcome && TARGET(edge) && s->path.length < MAX_CLASS)
                outcome = candidates_from(s, TARGET(edge), now);
            s->path.length--;
            s->free[letter]++;
            if (outcome)
                return outcome;
        }
        if (LAST(edge))
            return DONE;
    }
}

static int by_key(const void *a, const void *b)
{
    uint64_t one = ((const Candidate *)a)->key, other = ((const Candidate *)b)->key;
    return one < other ? 1 : one > other ? -1 : 0;
}

static int find_candidates(Cover *s)
{
    s->hardest = -1;
    memset(s->left, 0, sizeof s->left);
    for (int letter = 0; letter < LETTERS; letter++) {
        int kind = !(s->vowels >> letter & 1);
        if (s->must[letter] && s->hardest < 0)
            s->hardest = letter;
        s->left[kind] += s->must[letter];
        s->left[2 + kind] += s->may[letter];
        s->free[letter] = s->must[letter] + s->may[letter];
    }
    if (s->hardest < 0)
        return FOUND;
    Level *level = &s->levels[s->depth];
    level->used = 0;
    s->path.length = 0;
    int outcome = candidates_from(s, 1, 0);
    if (!outcome && level->used)
        qsort(level->items, level->used, sizeof *level->items, by_key);
    return outcome;
}

/* Cover every letter that must be covered, the hardest first; each choice gets a share of the nodes. */
static int cover_rest(Cover *s, int64_t limit)
{
    if (s->depth == MAX_SETS)
        return CUT;
    int outcome = find_candidates(s);
    if (outcome)
        return outcome;
    Level *level = &s->levels[s->depth];
    int was_cut = 0;
    uint8_t must[LETTERS], may[LETTERS];
    memcpy(must, s->must, LETTERS);
    memcpy(may, s->may, LETTERS);
    for (int i = 0; i < level->used; i++) {
        if (s->used >= limit)
            return CUT;
        const Class class = level->items[i].class;
        for (int j = 0; j < class.length; j++) {
            int letter = class.letters[j];
            if (s->must[letter])
                s->must[letter]--;
            else
                s->may[letter]--;
        }
        s->chosen[s->depth++] = class;
        int64_t share = (limit - s->used) / SHARES;
        if (share < LEAST_SHARE)
            share = LEAST_SHARE;
        int64_t end = s->used + share;
        outcome = cover_rest(s, end < limit ? end : limit);
        if (outcome == FOUND || outcome == OUT_OF_MEMORY)
            return outcome;
        was_cut |= outcome == CUT;
        s->depth--;
        memcpy(s->must, must, LETTERS);
        memcpy(s->may, may, LETTERS);
    }
    return was_cut ? CUT : DONE;
}

static int read_taken(Cover *s, const uint8_t *taken, Py_ssize_t size)
{
    Class *class = &s->taken[0];
    for (Py_ssize_t i = 0; i < size; i++) {
        if (s->taken_count == MAX_SETS)
            return 0;
        if (taken[i] == END)
            class = &s->taken[++s->taken_count];
        else if (class->length == MAX_CLASS)
            return 0;
        else
            class->letters[class->length++] = taken[i];
    }
    return 1;
}

static PyObject *cover_answer(Cover *s, int outcome)
{
    Text text = {0};
    PyObject *result = NULL;
    for (int i = 0; outcome == FOUND && i < s->depth; i++)
        if (append(&text, s->chosen[i].letters, s->chosen[i].length))
            outcome = OUT_OF_MEMORY;
    if (outcome == OUT_OF_MEMORY)
        PyErr_NoMemory();
    else
        result = Py_BuildValue("iLy#", outcome, (long long)s->used, text.bytes ? (const char *)text.bytes : "",
                               (Py_ssize_t)text.used);
    free(text.bytes);
    return result;
}

static PyObject *cover(PyObject *module, PyObject *args)
{
    Py_buffer edges;
    const char *must, *may, *taken;
    Py_ssize_t must_size, may_size, taken_size;
    unsigned long long vowels;
    long long budget;
    PyObject *result = NULL;
    Cover *s = calloc(1, sizeof *s);
    if (!s)
        return PyErr_NoMemory();
    if (!PyArg_ParseTuple(args, "y*y#y#y#pKL", &edges, &must, &must_size, &may, &may_size, &taken, &taken_size,
                          &s->repeats, &vowels, &budget)) {
        free(s);
        return NULL;
    }
    if (edges.len % 4 || must_size > LETTERS || may_size > LETTERS
        || !read_taken(s, (const uint8_t *)taken, taken_size)) {
        PyErr_SetString(PyExc_ValueError, "expected at most 64 counts and at most 63 classes of up to 7 letters");
        goto out;
    }
    memcpy(s->must, must, must_size);
    memcpy(s->may, may, may_size);
    s->edges = edges.buf;
    s->vowels = vowels;
    int outcome;
    Py_BEGIN_ALLOW_THREADS
    outcome = edges.len > 4 ? cover_rest(s, budget) : DONE;
    Py_END_ALLOW_THREADS
    result = cover_answer(s, outcome);
out:
    for (int i = 0; i < MAX_SETS; i++)
        free(s->levels[i].items);
    free(s);
    PyBuffer_Release(&edges);
    return result;
}

static PyMethodDef methods[] = {
    {"heights", heights, METH_VARARGS, "Return how many letters may follow each edge's node: see words_twin."},
    {"fits", fits, METH_VARARGS, "Return (outcome, nodes, words): see words_twin.fits."},
    {"cover", cover, METH_VARARGS, "Return (outcome, nodes, classes): see words_twin.cover."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "kernel", "The compiled searches; search_twin.py is the same in Python.", 0,
    methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_kernel(void) { return PyModuleDef_Init(&definition); }
