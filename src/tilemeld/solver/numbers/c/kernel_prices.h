/* Prices on group tiles, and the bounds under them: prices.py. */
#ifndef TILEMELD_KERNEL_PRICES_H
#define TILEMELD_KERNEL_PRICES_H

#include "kernel_groups.h"
#include "kernel_runs.h"

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
    memcpy(sum, s->sweep->returned[0], sizeof sum);
    for (int c = 0; c < COLOURS; c++)
        add_rows(sum, sum, s->sweep->colours[c].rows[0], s->jokers);
    return sum[s->jokers];
}

static void wanted_groups(Search *s, int number, const int32_t *costs, int jokers, const int8_t *asked,
                          int8_t *wanted)
{
    const Way *best = NULL;
    int32_t best_back = 0;
    int best_distance = 0;
    for (int i = 0; i < s->sweep->way_count[number]; i++) {
        const Way *way = &s->sweep->ways[number][i];
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
    memcpy(totals[0], s->sweep->returned[0], sizeof totals[0]);
    for (int c = 0; c < COLOURS; c++)
        add_rows(totals[c + 1], totals[c], s->sweep->colours[c].rows[0], s->jokers);
    for (int c = COLOURS - 1; c >= 0; c--) {
        const int32_t *row = s->sweep->colours[c].rows[0];
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
        costs[c] = s->sweep->tile[number] - s->sweep->colours[c].grouped[number];
}

/* By how much each colour's best way puts more tiles into groups than the groups want; returns the norm. */
static int excess_of(Search *s, int8_t excess[NUMBERS][COLOURS])
{
    int shares[COLOURS], norm = 0, jokers = joker_shares(s, shares);
    int8_t grouped[COLOURS][NUMBERS];
    for (int c = 0; c < COLOURS; c++)
        grouped_on_best(s, &s->sweep->colours[c], shares[c], grouped[c]);
    for (int number = 0; number < NUMBERS; number++) {
        int used = 0;
        int8_t asked[COLOURS], wanted[COLOURS];
        int32_t costs[COLOURS];
        while (s->sweep->by_number[number][used] + s->sweep->returned[number + 1][jokers - used]
               != s->sweep->returned[number][jokers])
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
            int32_t moved = s->sweep->colours[c].grouped[number] + (surplus > 0 ? -change : change);
            moved = max_int(s->sweep->tile[number] - limit, min_int(s->sweep->tile[number] + limit, moved));
            has_moved |= moved != s->sweep->colours[c].grouped[number];
            s->sweep->colours[c].grouped[number] = moved;
        }
    return has_moved;
}

static void bounds_under_prices(Search *s)
{
    for (int c = 0; c < COLOURS; c++)
        best_to_come(s, &s->sweep->colours[c]);
    for (int number = NUMBERS - 1; number >= 0; number--) {
        int32_t *row = s->sweep->by_number[number], costs[COLOURS];
        costs_at(s, number, costs);
        for (int used = 0; used <= s->jokers; used++)
            row[used] = NEVER;
        for (int i = 0; i < s->sweep->way_count[number]; i++) {
            const Way *way = &s->sweep->ways[number][i];
            int32_t back = costs[0] * way->counts[0] + costs[1] * way->counts[1]
                           + costs[2] * way->counts[2] + costs[3] * way->counts[3];
            row[way->jokers] = max_int(row[way->jokers], back);
        }
        for (int used = 0; used < s->jokers; used++)
            row[used + 1] = max_int(row[used + 1], row[used]);
        add_rows(s->sweep->returned[number], row, s->sweep->returned[number + 1], s->jokers);
    }
}

static void free_bounds(Search *s)
{
    memset(s->sweep->returned, 0, sizeof s->sweep->returned);
    memset(s->sweep->by_number, 0, sizeof s->sweep->by_number);
    for (int c = 0; c < COLOURS; c++) {
        memcpy(s->sweep->colours[c].grouped, s->sweep->tile, sizeof s->sweep->tile);
        best_to_come(s, &s->sweep->colours[c]);
    }
}

static int32_t heaviest_tile(const Search *s)
{
    int32_t heaviest = 0;
    for (int number = 0; number < NUMBERS; number++)
        heaviest = max_int(heaviest, s->sweep->tile[number]);
    return heaviest;
}

static int priced_bounds(Search *s, int steps, int patience)
{
    int32_t best_prices[COLOURS][NUMBERS], heaviest = heaviest_tile(s);
    int idle = 0;
    if (!s->sweep->ways[0] && list_ways(s))
        return OUT_OF_MEMORY;
    for (int c = 0; c < COLOURS; c++)
        memcpy(best_prices[c], s->sweep->colours[c].grouped, sizeof best_prices[c]);
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
                memcpy(best_prices[c], s->sweep->colours[c].grouped, sizeof best_prices[c]);
        } else if (++idle == patience) {
            step /= 2;
            idle = 0;
        }
    }
    for (int c = 0; c < COLOURS; c++)
        memcpy(s->sweep->colours[c].grouped, best_prices[c], sizeof best_prices[c]);
    bounds_under_prices(s);
    return GO_ON;
}

#endif
