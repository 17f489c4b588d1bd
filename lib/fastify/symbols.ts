// NOTE: Fastify has no getters for some of its state and keeps it behind symbols. They are found by description;
// test/fastify/symbols.test.ts pins the ones that this package reads.

/** The symbol with a description among the own properties of an object; each copy of Fastify has symbols of its own. */
export function symbolOf (owner: object, description: string): symbol | undefined {
  return Object.getOwnPropertySymbols(owner).find(symbol => symbol.description === description)
}

/** What an instance, or its nearest ancestor, has behind a symbol; null if none has it. */
export function inherited (instance: object, description: string): unknown {
  for (let owner: object | null = instance; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const symbol = symbolOf(owner, description)
    if (symbol !== undefined) return (owner as Record<symbol, unknown>)[symbol]
  }
  return null
}

/** Whether the option `trustProxy` of the app is `true`: every hop is trusted, the client too. */
export function trustsEveryProxy (app: object): boolean {
  return (inherited(app, 'fastify.options') as { trustProxy?: unknown } | null)?.trustProxy === true
}
