/* The yardstick of the solver benchmarks: plain IDA* with additive pattern databases, in C.
 *
 * Jump rule on the 5 x 6 board. The heuristic is the sum over the colors of the exact distance of
 * the color's booths to their nearest connected placement, other colors ignored; the search is
 * depth first with no inverse move and no other trick. Reads one grid a line in grid notation and
 * prints its optimal length, the nodes and the seconds it took.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROWS = 5, COLUMNS = 6, SPOTS = ROWS * COLUMNS, COLORS = 5, MAX_SIZE = 9, HALF = 15 };
enum { REACH = ROWS + COLUMNS - 2 };

typedef uint32_t mask_t;
static const mask_t FULL = (1u << SPOTS) - 1;

static mask_t left_column, right_column, line_mask[SPOTS];
static int reach[SPOTS][REACH];

/* Rank of a k-subset in colexicographic order, as the sum of a low and a high half. */
static uint32_t binomial[SPOTS + 1][MAX_SIZE + 2];
static uint32_t low_rank[1 << HALF], high_rank[MAX_SIZE + 1][1 << HALF];
static uint8_t *distance_table[MAX_SIZE + 1];

static mask_t grow(mask_t set) {
    mask_t around = ((set & ~right_column) << 1) | ((set & ~left_column) >> 1);
    return set | around | ((set << COLUMNS) & FULL) | (set >> COLUMNS);
}

static int connected(mask_t set) {
    mask_t reached = set & -set, next;
    while ((next = grow(reached) & set) != reached) reached = next;
    return reached == set;
}

static inline uint32_t rank_of(mask_t set) {
    mask_t low = set & ((1u << HALF) - 1);
    return low_rank[low] + high_rank[__builtin_popcount(low)][set >> HALF];
}

/* The part of a rank that comes from a half that starts at a spot, with booths below it. */
static uint32_t half_rank(mask_t half, int start, int below) {
    uint32_t sum = 0;
    for (int bit = 0; bit < HALF; bit++)
        if (half >> bit & 1 && ++below <= MAX_SIZE) sum += binomial[start + bit][below];
    return sum;
}

static void make_geometry(void) {
    for (int spot = 0; spot < SPOTS; spot++) {
        int count = 0;
        if (spot % COLUMNS == 0) left_column |= 1u << spot;
        if (spot % COLUMNS == COLUMNS - 1) right_column |= 1u << spot;
        for (int other = 0; other < SPOTS; other++) {
            int same_line = other / COLUMNS == spot / COLUMNS || other % COLUMNS == spot % COLUMNS;
            if (other != spot && same_line) {
                reach[spot][count++] = other;
                line_mask[spot] |= 1u << other;
            }
        }
    }
    for (int n = 0; n <= SPOTS; n++)
        for (int k = 0; k <= MAX_SIZE + 1; k++)
            binomial[n][k] = k == 0 ? 1 : n == 0 ? 0 : binomial[n - 1][k - 1] + binomial[n - 1][k];
    for (mask_t half = 0; half < 1u << HALF; half++) {
        low_rank[half] = half_rank(half, 0, 0);
        for (int below = 0; below <= MAX_SIZE; below++)
            high_rank[below][half] = half_rank(half, HALF, below);
    }
}

/* Backward breadth-first search from all connected placements; moves are their own inverses. */
static void build_table(int size) {
    if (distance_table[size]) return;
    uint32_t count = binomial[SPOTS][size], layer_size = 0;
    uint8_t *table = malloc(count);
    mask_t *layer = malloc(sizeof *layer * count), *next = malloc(sizeof *next * count);
    memset(table, 0xff, count);
    for (mask_t set = (1u << size) - 1; set <= FULL;) {
        if (connected(set)) {
            table[rank_of(set)] = 0;
            layer[layer_size++] = set;
        }
        mask_t lowest = set & -set, ripple = set + lowest;
        set = (((ripple ^ set) >> 2) / lowest) | ripple;
    }
    for (int depth = 1; layer_size; depth++) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < layer_size; i++)
            for (mask_t from = layer[i]; from; from &= from - 1) {
                mask_t bit = from & -from;
                for (mask_t to = line_mask[__builtin_ctz(from)] & ~layer[i]; to; to &= to - 1) {
                    mask_t moved = (layer[i] ^ bit) | (to & -to);
                    uint32_t rank = rank_of(moved);
                    if (table[rank] == 0xff) {
                        table[rank] = (uint8_t)depth;
                        next[found++] = moved;
                    }
                }
            }
        mask_t *swap = layer;
        layer = next, next = swap, layer_size = found;
    }
    free(layer);
    free(next);
    distance_table[size] = table;
}

static mask_t color_mask[COLORS];
static int color_at[SPOTS], cost[COLORS];
static const uint8_t *color_table[COLORS];
static uint64_t nodes;

static int search(int empty, int came_to, int depth, int bound, int h) {
    nodes++;
    if (h == 0) return 1;
    for (int i = 0; i < REACH; i++) {
        int spot = reach[empty][i];
        if (spot == came_to) continue;
        int color = color_at[spot];
        mask_t old_mask = color_mask[color], new_mask = old_mask ^ (1u << spot) ^ (1u << empty);
        int old_cost = cost[color], new_cost = color_table[color][rank_of(new_mask)];
        if (depth + 1 + h - old_cost + new_cost > bound) continue;
        cost[color] = new_cost, color_mask[color] = new_mask;
        color_at[empty] = color, color_at[spot] = -1;
        int solved = search(spot, empty, depth + 1, bound, h - old_cost + new_cost);
        cost[color] = old_cost, color_mask[color] = old_mask;
        color_at[spot] = color, color_at[empty] = -1;
        if (solved) return 1;
    }
    return 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(void) {
    static const char letters[] = "RYGBP";
    char line[256];
    make_geometry();
    while (fgets(line, sizeof line, stdin)) {
        int spot = 0, empty = -1, h = 0;
        memset(color_mask, 0, sizeof color_mask);
        for (const char *c = line; *c && spot < SPOTS; c++) {
            const char *letter = *c ? strchr(letters, *c) : NULL;
            if (*c == '.') {
                empty = spot;
                color_at[spot++] = -1;
            } else if (letter) {
                color_at[spot] = (int)(letter - letters);
                color_mask[letter - letters] |= 1u << spot++;
            }
        }
        if (spot < SPOTS || empty < 0) return 2;
        for (int color = 0; color < COLORS; color++) {
            int size = __builtin_popcount(color_mask[color]);
            if (size > MAX_SIZE) return 2;
            if (size == 0) continue;
            build_table(size);
            color_table[color] = distance_table[size];
            cost[color] = color_table[color][rank_of(color_mask[color])];
            h += cost[color];
        }
        nodes = 0;
        double start = now();
        int bound = h;
        while (!search(empty, -1, 0, bound, h)) bound++;
        printf("%d %llu %.6f\n", bound, (unsigned long long)nodes, now() - start);
        fflush(stdout);
    }
    return 0;
}
