/* One way through the numbers, down or up: sweep.py. */
#ifndef TILEMELD_KERNEL_SWEEP_H
#define TILEMELD_KERNEL_SWEEP_H

#include "kernel_beam.h"
#include "kernel_groups.h"
#include "kernel_prices.h"
#include "kernel_runs.h"

/* Write what two neighbouring colours can do in a node's states, as far as it can still matter: the rest is
 * the best of everything else, by jokers. Return how many there are. */
static int list_pairs(const Search *s, int number, const Node *node, int c, const int32_t *rest, Pair *pairs)
{
    const Colour *one = &s->sweep->colours[c], *other = &s->sweep->colours[c + 1];
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
        int32_t value = node->value + s->sweep->tile[number] * (tiles + total)
                        + s->sweep->joker[number] * (run_jokers + group_jokers);
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
    add_rows(now, first->row, s->sweep->returned[x->number], first->left);
    add_rows(later, first->row, s->sweep->returned[x->number + 1], first->left);
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
    Expansion x = {number, parent, &s->sweep->layers[number].nodes[parent], layer};
    const Node *node = x.node;
    int32_t ours[MAX_ROW], theirs[MAX_ROW];
    add_rows(ours, row_of(s, number, node, 0), row_of(s, number, node, 1), node->jokers);
    add_rows(theirs, row_of(s, number, node, 2), row_of(s, number, node, 3), node->jokers);
    add_rows(ours, ours, s->sweep->returned[number], node->jokers);
    add_rows(theirs, theirs, s->sweep->returned[number], node->jokers);
    int first_count = list_pairs(s, number, node, 0, theirs, s->first);
    int second_count = first_count ? list_pairs(s, number, node, 2, ours, s->second) : 0;
    for (int i = 0; i < first_count; i++)
        if (join_all(s, &x, &s->first[i], second_count))
            return OUT_OF_MEMORY;
    return GO_ON;
}

static void note_best(Search *s)
{
    const Sweep *sweep = s->sweep;
    const Node *node = sweep->layers[NUMBERS].nodes;
    s->found = 1;
    s->best_value = node->value;
    s->best_spare = node->has_run ? node->jokers : 0;
    for (int number = NUMBERS - 1; number >= 0; number--) {
        uint32_t code = 0;
        int place = sweep->is_up ? number : NUMBERS - 1 - number;
        uint8_t *groups = s->best_groups[place];
        const Choice *steps[COLOURS];
        int given = 0;
        for (int c = 0; c < COLOURS; c++) {
            steps[c] = &sweep->colours[c].choices[node->steps[c]];
            s->best_runs[place][c][0] = (uint8_t)steps[c]->tiles;
            s->best_runs[place][c][1] = (uint8_t)steps[c]->jokers;
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
        node = &sweep->layers[number].nodes[node->parent];
    }
}

static void start_sweep(Search *s, Sweep *sweep)
{
    Layer *start = &sweep->layers[0];
    Node root = {0};
    root.value = s->joker_weight * s->jokers;
    root.jokers = (uint8_t)s->jokers;
    start->nodes[0] = root;
    start->used = 1;
    sweep->number = 0;
    sweep->spent = 0;
}

/* Go on by one number. */
static int advance(Search *s)
{
    Sweep *sweep = s->sweep;
    int number = sweep->number++;
    Layer *from = &sweep->layers[number], *to = &sweep->layers[number + 1];
    to->used = 0;
    s->cut = NEVER;
    set_limit(s);
    s->table_size = min_int(4 * s->width, FIRST_TABLE);
    fill_table(s, to);
    for (int i = 0; i < from->used; i++) {
        int outcome = expand(s, number, i, to);
        if (outcome)
            return outcome;
    }
    sweep->spent += from->used;
    return keep_best(s, to);
}

static int64_t cost_of(const Sweep *sweep) { return sweep->spent + sweep->layers[sweep->number].used; }

/* The colours' tables are large and filled as needed: only what must be nothing at first is cleared. */
static int make_colours(Search *s)
{
    s->sweep->colours = malloc(COLOURS * sizeof *s->sweep->colours);
    if (!s->sweep->colours)
        return OUT_OF_MEMORY;
    for (int c = 0; c < COLOURS; c++) {
        s->sweep->colours[c].choices = NULL;
        s->sweep->colours[c].used = s->sweep->colours[c].room = s->sweep->colours[c].most_choices = 0;
        s->sweep->colours[c].row_store = NULL;
    }
    return GO_ON;
}

static int make_pair_room(Search *s)
{
    const Colour *c = s->sweep->colours;
    s->first_room = max_int(s->first_room, c[0].most_choices * c[1].most_choices);
    s->second_room = max_int(s->second_room, c[2].most_choices * c[3].most_choices);
    free(s->first);
    free(s->second);
    s->first = malloc((size_t)s->first_room * sizeof(Pair));
    s->second = malloc((size_t)s->second_room * sizeof(Pair));
    return s->first && s->second ? GO_ON : OUT_OF_MEMORY;
}

/* Put the numbers in the order of the sweep. */
static void order_numbers(Search *s)
{
    Sweep *sweep = s->sweep;
    for (int number = 0; number < NUMBERS; number++) {
        int place = sweep->is_up ? number : NUMBERS - 1 - number;
        sweep->tile[number] = s->tile[place];
        sweep->joker[number] = s->joker[place];
        for (int c = 0; c < COLOURS; c++) {
            sweep->lowest[c * NUMBERS + number] = s->lowest[c * NUMBERS + place];
            sweep->highest[c * NUMBERS + number] = s->highest[c * NUMBERS + place];
        }
    }
}

static int make_sweep(Search *s, int is_up)
{
    Sweep *sweep = calloc(1, sizeof *sweep);
    if (!sweep)
        return OUT_OF_MEMORY;
    s->sweep = sweep;
    *(is_up ? &s->up : &s->down) = sweep;
    sweep->is_up = is_up;
    order_numbers(s);
    sweep->layers[0].nodes = malloc(sizeof(Node));
    if (!sweep->layers[0].nodes || make_colours(s))
        return OUT_OF_MEMORY;
    sweep->layers[0].room = 1;
    group_room(s);
    for (int c = 0; c < COLOURS; c++)
        if (run_choices(s, c))
            return OUT_OF_MEMORY;
    return make_pair_room(s);
}

static void release_sweep(Sweep *sweep)
{
    if (!sweep)
        return;
    for (int c = 0; c < COLOURS && sweep->colours; c++) {
        free(sweep->colours[c].choices);
        free(sweep->colours[c].row_store);
    }
    free(sweep->colours);
    for (int number = 0; number <= NUMBERS; number++)
        free(sweep->layers[number].nodes);
    free(sweep);
}

#endif
