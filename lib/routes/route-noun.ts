// What a route is about, by its name.

const FIRST_VERB = /^(?:Get|Read|Show|Fetch|Find)(?!\p{Ll})/u
const LAST_VERB = /(?:Get|Read|Show|Fetch|Find)$/
const BY = /By\p{Lu}.*/u

/**
 * Returns the name of a route without a verb at either end, and without `By…`: `Task` for `GetTaskById`,
 * `get_task` and `task.get`.
 */
export function routeNoun (route: string): string {
  const words = route.split(/[^\p{L}\p{N}]+/u).map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return words.replace(BY, '').replace(FIRST_VERB, '').replace(LAST_VERB, '') || words
}
