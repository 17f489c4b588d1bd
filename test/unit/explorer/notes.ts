import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import hyper, { defineLinks, defineRoutes, evaluatePreconditions, LinkTarget, problem } from 'fastify-hyper'
import { hyperExplorer } from 'fastify-hyper/explorer'

// An API below /api of one note: every change of it requires If-Match, and its validator converts no types.

/** A request as a route got it. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly ifMatch: string | undefined
  readonly authorization: string | undefined
}

interface Note { text: string, stars: number, isPinned: boolean, version: number, isLocked: boolean }

const Routes = defineRoutes({
  GetNote: 'GET /api/note',
  EditNote: 'PUT /api/note',
  ArchiveNote: 'POST /api/note/archive',
  LockNote: 'POST /api/note/lock',
  UnlockNote: 'POST /api/note/unlock',
  Moved: 'GET /api/moved'
})

const noteLinks = defineLinks<Note>(links => {
  links.self(Routes.GetNote())
  links.link('elsewhere', LinkTarget.uri('/elsewhere'))
  links.link('moved', Routes.Moved())
  links.affordance('edit', Routes.EditNote()).title('Edit the note')
  links.affordance('lock', Routes.LockNote())
  links.affordance('archive', Routes.ArchiveNote())
  links.affordance('report', LinkTarget.uri('/elsewhere')).post()
})

const BODY = {
  type: 'object',
  required: ['text', 'stars'],
  properties: {
    text: { type: 'string', title: 'Words' },
    stars: { type: 'integer', enum: [1, 2, 3], title: 'Stars' },
    isPinned: { type: 'boolean', title: 'Pinned' }
  }
}

const GUARDED = { preconditions: { requireIfMatch: true } }

const FORMATTER = { mediaType: 'application/vnd.acme', format: ({ body }: { body: string }) => `{"acme":${body}}` }

/** The API with its explorer at /api/explorer, and what its routes received; it does not listen yet. */
export async function buildNotes (): Promise<{ app: FastifyInstance, received: Received[] }> {
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false } } })
  const received: Received[] = []
  await app.register(hyper, {
    routes: Routes, mediaTypes: { halForms: 'application/vnd.acme.forms' }, formatters: [FORMATTER]
  })
  app.addHook('preHandler', async ({ method, url, headers, body }) => {
    received.push({ method, url, body, ifMatch: headers['if-match'], authorization: headers.authorization })
  })
  app.all('/elsewhere', () => ({ elsewhere: true }))
  app.register(async api => declareNotes(api), { prefix: '/api' })
  return { app, received }
}

function declareNotes (api: FastifyInstance): void {
  const note: Note = { text: 'first', stars: 1, isPinned: false, version: 1, isLocked: false }
  const change = (reply: FastifyReply, changed: Partial<Note>) => {
    if (note.isLocked) {
      return problem({ status: 409, detail: 'The note is locked.' }).extension('locked', true).link(
        'note', Routes.GetNote()
      ).action('unlock', Routes.UnlockNote()).send(reply)
    }
    Object.assign(note, changed, { version: note.version + 1 })
    return reply.code(204).send()
  }
  api.get('/', () => ({ _links: { note: { href: '/api/note' } } }))
  api.get('/note', { config: { hyper: { links: noteLinks, etag: () => note.version } } }, () => note)
  api.get('/moved', (_request, reply) => reply.redirect('/elsewhere'))
  api.put('/note', {
    schema: { body: BODY }, config: { hyper: GUARDED }
  }, (request, reply) => evaluatePreconditions(request, note.version)?.send(reply) ??
    change(reply, request.body as object))
  api.post(
    '/note/archive', { config: { hyper: GUARDED } },
    (request, reply) => evaluatePreconditions(request, note.version)?.send(reply) ?? change(reply, {})
  )
  api.post('/note/lock', (_request, reply) => {
    note.isLocked = true
    return reply.code(202).send()
  })
  api.post('/note/unlock', (_request, reply) => {
    note.isLocked = false
    return reply.code(204).send()
  })
  api.register(hyperExplorer, { prefix: '/explorer' })
}

/** Changes the note as another client does. */
export async function changeElsewhere (app: FastifyInstance): Promise<void> {
  await app.inject({
    method: 'PUT', url: '/api/note', headers: { 'if-match': '*' }, payload: { text: 'theirs', stars: 3 }
  })
}
