// What an error is called.
import { isObject } from '../../hypermedia/read.ts'
import { readProblem } from '../../views/problem.ts'

// Reason phrases are for clients.
const WORDS: ReadonlyMap<number, string> = new Map([
  [400, 'There is a problem'],
  [401, 'You are not signed in'],
  [403, 'You do not have permission'],
  [404, 'Page not found'],
  [405, 'This is not possible'],
  [409, 'This is not possible now'],
  [410, 'This no longer exists'],
  [413, 'This is too large'],
  [422, 'There is a problem'],
  [429, 'Too many requests'],
  [500, 'Something went wrong'],
  [502, 'Something went wrong'],
  [503, 'Not available now'],
  [504, 'This takes too long']
])

/** Returns the title of a problem, or what its status is for people. */
export function problemTitle (value: unknown, status: number, reason: string): string {
  const title = isObject(value) ? readProblem(value, reason).title : reason
  return (title === reason ? WORDS.get(status) : title) ?? (reason || 'Error')
}
