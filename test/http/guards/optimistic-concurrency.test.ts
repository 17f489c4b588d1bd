import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import hyper, { evaluatePreconditions, type HyperProblem } from '../../../lib/index.ts'
import { members, readDocument } from '../../support/documents.ts'
import { header, type HeaderPair, type RawResponse } from '../../support/raw.ts'
import { runs } from '../../support/runs.ts'
import { serve } from '../../support/servers.ts'

// Two clients read one tag and both write: one of them wins, and the other gets the winning tag.

const PAIRS = runs(2000)
const IN_FLIGHT = 32

interface Doc {
  version: number
  readonly writers: string[]
  /** Settles when both writers of a pair are in the handler: they are at it at the same time. */
  readonly bothHere: Gate
  lock: Promise<unknown>
}

class Gate {
  readonly #open: () => void
  readonly #opened: Promise<void>
  #missing = 2

  constructor () {
    let open = () => {}
    this.#opened = new Promise(resolve => { open = resolve })
    this.#open = open
  }

  pass (): Promise<void> {
    if (--this.#missing === 0) this.#open()
    return this.#opened
  }
}

type Outcome = HyperProblem | null

const write = (doc: Doc, request: FastifyRequest): null => {
  doc.version++
  doc.writers.push((request.body as { writer: string }).writer)
  return null
}

// How a handler makes one step of judging and writing.
const inOneTurn = async (doc: Doc, request: FastifyRequest): Promise<Outcome> => {
  await doc.bothHere.pass()
  return evaluatePreconditions(request, doc.version) ?? write(doc, request)
}

const apart = async (doc: Doc, request: FastifyRequest): Promise<Outcome> => {
  const failed = evaluatePreconditions(request, doc.version)
  await turn()
  return failed ?? write(doc, request)
}

const underALock = async (doc: Doc, request: FastifyRequest): Promise<Outcome> => {
  await doc.bothHere.pass()
  const done = doc.lock.then(() => apart(doc, request))
  doc.lock = done
  return done
}

const withoutCare = async (doc: Doc, request: FastifyRequest): Promise<Outcome> => {
  await doc.bothHere.pass()
  return apart(doc, request)
}

interface Store {
  readonly docs: ReadonlyMap<string, Doc>
  read (id: string): Promise<RawResponse>
  put (id: string, writer: string, headers: readonly HeaderPair[]): Promise<RawResponse>
}

async function store (
  t: Test, pairs: number, update: (doc: Doc, request: FastifyRequest) => Promise<Outcome>
): Promise<Store> {
  const docs = new Map(Array.from(
    { length: pairs },
    (_, id): [string, Doc] => [String(id), { version: 0, writers: [], bothHere: new Gate(), lock: Promise.resolve() }]
  ))
  const docOf = (request: FastifyRequest) => docs.get((request.params as { id: string }).id)!
  const { send } = await serve(t, async app => {
    await app.register(hyper)
    app.get(
      '/docs/:id', { config: { hyper: { etag: value => (value as Doc).version } } },
      async request => ({ version: docOf(request).version })
    )
    app.put('/docs/:id', { config: { hyper: { preconditions: { requireIfMatch: true } } } }, async (request, reply) =>
      await update(docOf(request), request) ?? reply.code(204).send())
  })
  return {
    docs,
    read: id => send({ method: 'GET', path: `/docs/${id}` }),
    put: (id, writer, headers) => send({
      method: 'PUT',
      path: `/docs/${id}`,
      headers: [['Content-Type', 'application/json'], ...headers],
      body: JSON.stringify({ writer })
    })
  }
}

/** What became of two writers that had read one tag, the winner first. */
async function race (
  { read, put }: Store, id: string
): Promise<readonly (readonly [writer: string, response: RawResponse])[]> {
  const reads = await Promise.all([read(id), read(id)])
  const responses = await Promise.all(reads.map(async (read, index) =>
    ['ab'[index]!, await put(id, 'ab'[index]!, [['If-Match', header(read, 'etag')!]])] as const))
  return responses.toSorted(([, one], [, other]) => one.status - other.status)
}

/** The pairs of which not exactly one writer won. */
async function lost (store: Store): Promise<string[]> {
  const waiting = [...store.docs.keys()]
  const lost: string[] = []
  await Promise.all(Array.from({ length: IN_FLIGHT }, async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const [[winner, won], [, loser]] =
        await race(store, id) as [readonly [string, RawResponse], readonly [string, RawResponse]]
      const { version, writers } = store.docs.get(id)!
      const fair = won.status === 204 && loser.status === 412 && header(loser, 'etag') === '"1"' &&
        members(readDocument(loser))['status'] === 412
      if (!fair || version !== 1 || writers.join() !== winner) lost.push(id)
    }
  }))
  return lost
}

for (const [name, update] of Object.entries({ inOneTurn, underALock })) {
  t.test(`one of each of ${PAIRS} pairs wins, and no update is lost: ${name}`, async t => {
    const docs = await store(t, PAIRS, update)
    t.same(await lost(docs), [])

    const stale = await docs.put('7', 'c', [['If-Match', '"0"']])
    t.equal(stale.status, 412)
    t.equal(
      (await docs.put('7', 'c', [['If-Match', header(stale, 'etag')!]])).status, 204,
      'the loser retries with the tag of the 412'
    )
    t.equal(docs.docs.get('7')!.writers.at(-1), 'c')

    t.equal((await docs.put('8', 'd', [])).status, 428, 'a write without a condition')
    t.equal(docs.docs.get('8')!.version, 1)
  })
}

t.test('the races are real: a handler that lets others in between loses updates', async t => {
  t.equal((await lost(await store(t, IN_FLIGHT, withoutCare))).length, IN_FLIGHT)
})
