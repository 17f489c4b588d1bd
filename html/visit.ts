import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Location, Site } from './site.ts'

/** One request of a browser: for a page, or to an endpoint of the pages. */
export class Visit {
  readonly site: Site
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  #location: Location | undefined

  constructor (site: Site, reply: FastifyReply) {
    this.site = site
    this.request = reply.request
    this.reply = reply
  }

  /** Where the hrefs in the response begin. */
  get location (): Location {
    return (this.#location ??= this.site.locate(this.request))
  }
}
