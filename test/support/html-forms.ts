import type { FastifyInstance } from 'fastify'

/** What a browser's form is sent as. */
export const FORM = 'application/x-www-form-urlencoded'

/** Reads what HTML forms send: a name that comes twice has a list. */
export function readHtmlForms (app: FastifyInstance): void {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_, text, done) => {
    const data = new URLSearchParams(text as string)
    done(
      null,
      Object.fromEntries([...new Set(data.keys())].map(name =>
        [name, data.getAll(name).length === 1 ? data.get(name) : data.getAll(name)]))
    )
  })
}
