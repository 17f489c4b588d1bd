/** The part of each program that runs: 1 for all of it, `TRUST_SCALE=0.1` for a tenth. */
const SCALE = Number(process.env['TRUST_SCALE'] ?? 1)

/** A number of runs at the scale of this process; at least one. */
export function scaled (runs: number): number {
  return Math.max(1, Math.round(runs * SCALE))
}

/**
 * Every n-th entry of a list at the scale of this process, spread over all of it; the seed of a shorter run is fixed.
 */
export function sampled<V> (entries: readonly V[]): readonly V[] {
  const step = Math.max(1, Math.round(1 / SCALE))
  return entries.filter((_, index) => index % step === 0)
}
