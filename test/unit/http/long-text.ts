/** A text of 16 KiB, the most that Node reads, made of repetitions. */
export function sixteenKibibytes (part: string): string {
  return part.repeat(Math.ceil(16384 / part.length)).slice(0, 16384)
}
