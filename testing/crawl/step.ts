/** What leads from one representation to the next. A path of steps is repeated in a fresh app, where identifiers may differ. */
export type Step =
  /** Reads the current URL in a format; at the beginning, the entry point. */
  | { readonly kind: 'read', readonly format: string, readonly accept: string }
  /** A link of the resource at a JSON pointer. */
  | { readonly kind: 'link', readonly at: string, readonly rel: string, readonly index: number }
  /** The `Location` of a redirect. */
  | { readonly kind: 'redirect' }
  /** An action of the resource at a JSON pointer, and what is seen then. */
  | { readonly kind: 'action', readonly at: string, readonly name: string, readonly landing: Landing }

/** Returns the number of links and actions of a path. */
export function depthOf (steps: readonly Step[]): number {
  return steps.filter(({ kind }) => kind !== 'read').length
}

/** What is seen after an action: its response, the `Location` there, the representation that offered it, or the resource it belongs to. */
export type Landing = 'response' | 'location' | 'reload' | 'self'
