/** A folder of routes that @fastify/autoload registers. */
export default async function notes (app) {
  app.get('/notes/:id', { config: { hyper: { links: app.noteLinks } } }, request => ({ id: request.params.id }))
}
