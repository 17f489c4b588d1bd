import Fastify, { type FastifyInstance } from 'fastify'
import hyper, { defineLinks, LinkTarget, problem } from 'fastify-hyper'
import { html } from 'fastify-hyper/html'

// An API whose data, links, forms and problems try to run a script, to load something, or to fill the memory.

export const SCRIPT =
  '<script>window.hacked=1</script><img src=x onerror="window.hacked=1"><svg onload="window.hacked=1">"\'`--></style>'
const HUGE = 'x'.repeat(1_000_000)

class Row {
  readonly id: number
  readonly script = SCRIPT

  constructor (id: number) {
    this.id = id
  }
}

class Evil { [name: string]: unknown }

const SCRIPTED = Object.assign(new Evil(), {
  [SCRIPT]: SCRIPT,
  script: SCRIPT,
  nested: { [SCRIPT]: [SCRIPT, { deep: SCRIPT }] },
  huge: HUGE,
  '': 'empty name'
})

const DEEP = Array.from({ length: 1000 }).reduce<unknown>(inner => ({ inner }), 1)

const LIST = Array.from({ length: 20_000 }, (_, index) => new Row(index))

const evilLinks = defineLinks(Evil, links => {
  for (const [index, href] of [
    'javascript:window.hacked=1', 'JAVASCRIPT:window.hacked=1', 'data:text/html,<script>window.hacked=1</script>',
    'https://evil.example.com/"><script>', '//evil.example.com/'
  ].entries()) {
    links.link(`evil-${index}`, LinkTarget.uri(href)).title(SCRIPT)
  }
  links.affordance('evil', LinkTarget.uri('javascript:window.hacked=1')).post().title(SCRIPT)
  links.affordance('away', LinkTarget.uri('https://evil.example.com/')).post()
  links.affordance('scripted', LinkTarget.uri('/target')).post().title(SCRIPT).accepts({
    type: 'object',
    properties: {
      [`"><script>${1}`]: { type: 'string', title: SCRIPT, default: SCRIPT, examples: [SCRIPT] },
      choice: { enum: [SCRIPT, 'b'], title: SCRIPT },
      many: { enum: Array.from({ length: 20_000 }, (_, index) => `value ${index}`) },
      several: { enum: Array.from({ length: 500 }, (_, index) => `value ${index}`) }
    }
  })
})

const rowLinks = defineLinks(Row, links => {
  links.self(LinkTarget.uri('javascript:window.hacked=1'))
  links.affordance('evil', LinkTarget.uri('javascript:window.hacked=1')).post()
  links.affordance('choose', LinkTarget.uri('/target')).post().accepts({
    type: 'object', properties: { many: { enum: Array.from({ length: 50 }, (_, index) => `${SCRIPT} ${index}`) } }
  })
})

/** The hostile API with its pages. */
export async function buildHostile (): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(hyper, { links: [evilLinks, rowLinks] })
  await app.register(html, { title: SCRIPT })
  const config = { hyper: { links: true } } as const
  app.get('/', { config }, () => SCRIPTED)
  app.get('/deep', { config }, () => Object.assign(new Evil(), { deep: DEEP }))
  app.get('/list', { config }, () => LIST)
  app.get('/number', { config }, () => 42)
  app.get('/problem', () => problem({
    status: 400, type: 'javascript:window.hacked=1', title: SCRIPT, detail: SCRIPT, instance: SCRIPT
  })
    .extension(SCRIPT.slice(0, 20), SCRIPT).extension('errors', [{ name: SCRIPT, message: SCRIPT }, 1, null]))
  app.get('/error', () => { throw new Error(SCRIPT) })
  app.post('/target', (_request, reply) => reply.code(400).send({ error: SCRIPT, message: SCRIPT }))
  app.get('/unnamed-target', () => ({}))
  return app
}
