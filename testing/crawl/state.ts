import type { Exchange } from './exchange.ts'

/** A state: what a caller sees in one format at one URL, and what is offered there. */
export interface State {
  /**
   * Identifies the state: caller, format, URL and what is offered.
   * Identifiers and the number of elements of a list do not count.
   */
  readonly key: string
  /** The kind of the state on the map: its route and the actions that are offered. */
  readonly kind: string
}

// A response is reached by many links.
const states = new WeakMap<Exchange, State>()

/** Returns the state of a response. */
export function stateOf (exchange: Exchange): State {
  let state = states.get(exchange)
  if (state === undefined) states.set(exchange, state = readState(exchange))
  return state
}

function readState ({ visitor, method, path, pattern, resources }: Exchange): State {
  const offered = [...new Set(resources.flatMap(({ at, links, actions }) => {
    const place = at.replace(/\/\d+(?=\/|$)/g, '/*')
    return [...links.map(({ rel }) => `${place} ${rel}`), ...actions.map(({ name }) => `${place} ${name}()`)]
  }))].sort()
  const own = resources.filter(({ at }) => at === '').flatMap(({ actions }) => actions.map(({ name }) => name))
  return {
    key: [visitor.caller.name, visitor.format, method, normalized(path), ...offered].join('\n'),
    kind: `${method} ${pattern}${own.length === 0 ? '' : `\n${own.join(', ')}`}`
  }
}

// The order of query parameters does not matter.
function normalized (path: string): string {
  const { origin, pathname, searchParams } = new URL(path, 'http://localhost')
  searchParams.sort()
  return `${origin}${pathname}?${searchParams}`
}
