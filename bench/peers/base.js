/** The origin of a request's URL, for Express and for Fastify. */
export function baseOf ({ protocol, headers }) {
  return `${protocol}://${headers.host}`
}
