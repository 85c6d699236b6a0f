// Plain simulated annealing over whole schedules: the peer of bench/seating_search.py.
// usage: plain_annealing players rounds seconds seed short_price
// Swaps two players of a round, cools from 700 to 120, starts again until the time is over or nothing cheaper is possible.
// Prints what the best schedule costs, then its rounds, a number for each player, tables of four first.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PLAYERS 80
#define ROUNDS 16
#define STEPS 2000000

static int players, rounds, tables, size[PLAYERS], short_price;
static int seats[ROUNDS][PLAYERS][4], best[ROUNDS][PLAYERS][4];
static int met[PLAYERS][PLAYERS], at_short[PLAYERS], price[ROUNDS + 2];
static uint64_t state;

static uint64_t next(void) {
  state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
  return state * 2685821657736338717ULL;
}

static double chance(void) { return (next() >> 11) * (1.0 / 9007199254740992.0); }

static int is_short(int table) { return size[table] < size[0]; }

static int meet(int one, int other, int by) {
  int before = price[met[one][other]];
  met[one][other] += by, met[other][one] += by;
  return price[met[one][other]] - before;
}

static int swap(int round, int t, int i, int u, int j) {
  int a = seats[round][t][i], b = seats[round][u][j], change = 0;
  for (int x = 0; x < size[t]; x++)
    if (x != i) change += meet(a, seats[round][t][x], -1) + meet(b, seats[round][t][x], 1);
  for (int x = 0; x < size[u]; x++)
    if (x != j) change += meet(b, seats[round][u][x], -1) + meet(a, seats[round][u][x], 1);
  if (is_short(t) != is_short(u)) {
    int leaves = is_short(t) ? a : b, comes = is_short(t) ? b : a;
    change += short_price * (at_short[comes] - at_short[leaves] + 1);
    at_short[leaves]--, at_short[comes]++;
  }
  seats[round][t][i] = b, seats[round][u][j] = a;
  return change;
}

static int begin(void) {
  int cost = 0;
  memset(met, 0, sizeof met), memset(at_short, 0, sizeof at_short);
  for (int r = 0; r < rounds; r++) {
    int order[PLAYERS], at = 0;
    for (int p = 0; p < players; p++) order[p] = p;
    for (int p = players - 1; p > 0; p--) {
      int other = next() % (p + 1), kept = order[p];
      order[p] = order[other], order[other] = kept;
    }
    for (int t = 0; t < tables; t++)
      for (int i = 0; i < size[t]; i++) {
        int player = seats[r][t][i] = order[at++];
        for (int x = 0; x < i; x++) cost += meet(player, seats[r][t][x], 1);
        if (is_short(t)) cost += short_price * at_short[player]++;
      }
  }
  return cost;
}

int main(int count, char **given) {
  if (count != 6) return 2;
  players = atoi(given[1]), rounds = atoi(given[2]), short_price = atoi(given[5]);
  double seconds = atof(given[3]);
  state = 88172645463325252ULL + 7919 * strtoull(given[4], 0, 10);
  if (players < 6 || players > PLAYERS || rounds < 1 || rounds > ROUNDS) return 2;
  tables = (players + 3) / 4;
  int pairs = players * (players - 1) / 2, meetings = 0, at_threes = 0;
  for (int t = 0; t < tables; t++) {
    size[t] = t < tables - (4 * tables - players) ? 4 : 3;
    meetings += rounds * size[t] * (size[t] - 1) / 2, at_threes += is_short(t) ? rounds * size[t] : 0;
  }
  for (int m = 2; m < ROUNDS + 2; m++) price[m] = price[m - 1] + 1000 + (m > 2) * 500 + (m > 3) * (m - 3) * 2000;
  int each = meetings / pairs, rest = meetings % pairs, times = at_threes / players, more = at_threes % players;
  int least = (pairs - rest) * price[each] + rest * price[each + 1] +
              short_price * ((players - more) * times * (times - 1) / 2 + more * times * (times + 1) / 2);
  int cheapest = -1;
  clock_t began = clock();
  do {
    int cost = begin();
    double heat = 700, cooling = pow(120.0 / 700, 1.0 / STEPS);
    for (int step = 0; step < STEPS; step++, heat *= cooling) {
      int r = next() % rounds, t = next() % tables, u = next() % tables;
      if (t == u) continue;
      int i = next() % size[t], j = next() % size[u], change = swap(r, t, i, u, j);
      if (change > 0 && chance() >= exp(-change / heat)) {
        swap(r, t, i, u, j);
        continue;
      }
      cost += change;
      if (cheapest < 0 || cost < cheapest) {
        cheapest = cost, memcpy(best, seats, sizeof best);
        if (cheapest <= least) break;
      }
    }
  } while (cheapest > least && (double)(clock() - began) / CLOCKS_PER_SEC < seconds);
  printf("%d\n", cheapest);
  for (int r = 0; r < rounds; r++) {
    for (int t = 0; t < tables; t++)
      for (int i = 0; i < size[t]; i++) printf("%d ", best[r][t][i]);
    printf("\n");
  }
  return 0;
}
