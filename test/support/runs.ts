// What takes long runs in part by default, and in full with LAWS=full, as `npm run test:laws` and CI have it.

const isFull = process.env['LAWS'] === 'full'

/** How often a property runs: a twentieth of `full`, or all. */
export function runs (full: number): number {
  return isFull ? full : Math.ceil(full / 20)
}

/** One of `step` rows of a long table, or all. */
export function sampled<R> (rows: readonly R[], step: number): readonly R[] {
  return isFull ? rows : rows.filter((_, index) => index % step === 0)
}
