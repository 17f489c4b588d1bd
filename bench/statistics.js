/** The middle value; the mean of the two in the middle where there are two. */
export function median (values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The value that so many percent are not above. */
export function percentile (values, percent) {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * percent / 100) - 1]
}

/**
 * A measured figure: the median of its rounds, and the least and the greatest.
 * @param {string} id
 * @param {number[]} values one of each round
 * @param {string} [unit]
 */
export function figure (id, values, unit = 'ratio') {
  return {
    id, unit, median: median(values), low: Math.min(...values), high: Math.max(...values), rounds: values.length
  }
}

/** Round by round, one series divided by another. */
export function ratios (dividends, divisors) {
  return dividends.map((dividend, round) => dividend / divisors[round])
}
