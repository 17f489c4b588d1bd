/** A plugin that @fastify/autoload registers: it decorates the app that loads it. */
export default async function clock (app) {
  app.decorate('clock', { year: () => 2026 })
}

clock[Symbol.for('skip-override')] = true
