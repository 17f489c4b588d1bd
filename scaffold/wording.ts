/** `1 route`, `2 routes`. */
export function counted (count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
