let copy

export function initialize (data) {
  ({ copy } = data)
}

export function resolve (specifier, context, next) {
  return specifier === 'fastify' ? next(copy, { ...context, parentURL: import.meta.url }) : next(specifier, context)
}
