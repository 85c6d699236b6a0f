/* The nodes of one number: found again, ranked, and left out when needless: beam.py. */
#ifndef TILEMELD_KERNEL_BEAM_H
#define TILEMELD_KERNEL_BEAM_H

#include "kernel_search.h"

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

#endif
