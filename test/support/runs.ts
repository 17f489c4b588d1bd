// What takes long runs in part by default, and in full with LAWS=full, as `npm run test:apart -- laws` has it.
// LAWS=0.25 runs a quarter.

const laws = process.env['LAWS'] ?? '0.05'
const isFull = laws === 'full'
const share = isFull ? 1 : Number(laws)

/** How often a property runs: a twentieth of `full`, the share of LAWS, or all. */
export function runs (full: number): number {
  return Math.ceil(full * share)
}

/** One of `step` rows of a long table, or all. */
export function sampled<R> (rows: readonly R[], step: number): readonly R[] {
  return isFull ? rows : rows.filter((_, index) => index % step === 0)
}
