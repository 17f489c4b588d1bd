// A sample of mutants.

/** Fisher and Yates, with numbers of mulberry32: the same seed gives the same sample. */
export function shuffle (items, seed) {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    seed = (seed + 0x6D2B79F5) | 0
    let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    const other = ((bits ^ (bits >>> 14)) >>> 0) % (last + 1)
    const item = result[last]
    result[last] = result[other]
    result[other] = item
  }
  return result
}
