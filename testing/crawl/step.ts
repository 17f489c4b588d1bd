/**
 * What leads from one representation to the next. A path of moves is repeated in a fresh app,
 * where identifiers may differ.
 */
export type Move =
  /** Reads the current URL in a format; at the beginning, the entry point. */
  | { readonly kind: 'read', readonly format: string, readonly accept: string }
  /** A link of the resource at a JSON pointer. */
  | { readonly kind: 'link', readonly at: string, readonly rel: string, readonly index: number }
  /** The `Location` of a redirect. */
  | { readonly kind: 'redirect' }
  /** An action of the resource at a JSON pointer, and what is seen then. */
  | { readonly kind: 'action', readonly at: string, readonly name: string, readonly landing: Landing }

/** A move, and its requests in one app as findings show them: `POST /orders/42/cancel (action 'cancel')`. */
export type Step = Move & { readonly requests: readonly string[] }

/**
 * Returns a move as a step.
 * @param path what is read at its end
 * @param performed the request line of an action
 */
export function stepOf (move: Move, path: string, performed = ''): Step {
  const read = `GET ${path} (${reasonOf(move)})`
  if (move.kind !== 'action') return { ...move, requests: [read] }
  const action = `${performed} (action '${move.name}')`
  return { ...move, requests: move.landing === 'response' ? [action] : [action, read] }
}

function reasonOf (move: Move): string {
  switch (move.kind) {
    case 'read': return `format '${move.format}'`
    case 'link': return `link '${move.rel}'`
    case 'redirect': return 'redirect'
    case 'action':
      return { response: 'response', location: 'Location', reload: 'again', self: "link 'self'" }[move.landing]
  }
}

/** Returns the number of links and actions of a path. */
export function depthOf (steps: readonly Step[]): number {
  return steps.filter(({ kind }) => kind !== 'read').length
}

/**
 * What is seen after an action: its response, the `Location` there, the representation that offered it,
 * or the resource it belongs to.
 */
export type Landing = 'response' | 'location' | 'reload' | 'self'
