/** Formats a size: `512 B`, `1.2 kB`, `5.0 MB`. */
export function byteCount (bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Formats a duration: `8 ms`, `1.2 s`. */
export function duration (milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

/** Formats a count with its noun: `1 item`, `2 items`. */
export function counted (count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
