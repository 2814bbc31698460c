// The difficulty of a grid from its measured features, by the library's formula: the weights and
// what grids are held against are data of the library's.

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// Features by their names, as the library gives them. `paths` and `games` are what the module found.
export function featuresOf(grid, length, paths, games) {
  const steps = Math.max(length, 1);
  const legal = grid.rows + grid.columns - 2;
  const bits = paths.shares.map((chance, count) => (count ? chance * Math.log2(legal / count) : 0));
  const lengths = [...games.lengths].sort((a, b) => a - b);
  const middle = lengths.length >> 1;
  return {
    optimal_length: length,
    optimal_solutions: paths.solutions,
    first_moves: paths.firstMoves.length,
    positions: paths.positions,
    forced_bits: sum(bits) / steps,
    misleading: paths.shares[0] / steps,
    hidden_moves: length - games.need,
    player_moves: sum(lengths) / lengths.length,
    player_median: lengths.length % 2 ? lengths[middle] : (lengths[middle - 1] + lengths[middle]) / 2,
    player_gave_up: lengths.filter((moves) => moves > games.patience).length / lengths.length,
  };
}

export function difficulty(features, { terms, points, average }) {
  return average + sum(terms.map(({ feature, weight, mean, deviation }) => {
    const value = features[feature];
    return (points * weight * ((feature === "optimal_solutions" ? Math.log2(value) : value) - mean)) / deviation;
  }));
}

// The percentage of random start grids that are easier.
export function percentile(value, { quantiles }) {
  if (!quantiles.length) return null; // unknown for other formulas
  const last = quantiles.length - 1;
  if (value <= quantiles[0]) return 0;
  if (value >= quantiles[last]) return 100;
  const left = quantiles.findIndex((quantile) => quantile >= value);
  let right = left;
  while (quantiles[right] === value) right += 1;
  const [low, high] = [quantiles[left - 1], quantiles[left]];
  const place = left === right ? left - 1 + (value - low) / (high - low) : (left + right - 1) / 2;
  return (100 * place) / last;
}
