import { setTimeout as sleep } from 'node:timers/promises'
import accepts from '@fastify/accepts'
import fc from 'fast-check'
import Fastify from 'fastify'
import t from 'tap'
import hyper, { defineLinks, type LinkBuilder, LinkTarget, type Policies } from '../../../lib/index.ts'
import { ACCEPT } from '../../support/projection.ts'
import { runs } from '../../support/runs.ts'

// Two responses of one URL have the same tag exactly where they have the same media type and the same body.

class Doc {
  readonly version: number
  readonly pending: boolean

  constructor (version: number) {
    this.version = version
    this.pending = version % 2 === 0
  }
}

class Part extends Doc {}

const NAMES = ['a', 'b', 'c']

// Who may what: bit for bit, the policies that allow the user.
const policies: Policies = Object.fromEntries(NAMES.map((name, bit) => [name, async request => {
  if (bit === 1) await sleep(Math.random() * 2)
  return (Number(request.headers['x-user']) >> bit & 1) === 1
}]))

interface Member {
  readonly kind: 'link' | 'action' | 'part'
  readonly condition: 'none' | 'pending' | 'a' | 'b' | 'c'
  readonly languages: boolean
}

const member = fc.record<Member>({
  kind: fc.constantFrom('link', 'action', 'part'),
  condition: fc.constantFrom('none', 'pending', 'a', 'b', 'c'),
  languages: fc.boolean()
})

function declare (links: LinkBuilder<Doc>, members: readonly Member[]): void {
  // Each format and language shows at least this.
  links.self(LinkTarget.uri('/')).title({ en: 'Document', de: 'Dokument' })
  for (const [index, { kind, condition, languages }] of members.entries()) {
    const name = `m${index}`
    const title = languages ? { en: 'one', de: 'eins' } : name
    const uri = LinkTarget.uri(`/${name}`)
    const declared = kind === 'link'
      ? links.link(name, uri).title(title)
      : kind === 'action'
        ? links.affordance(name, uri).title(title)
        : links.embedMany(name, doc => [new Part(doc.version)])
    if (condition === 'pending') declared.when(doc => doc.pending)
    else if (condition !== 'none') declared.requireAuthorization(condition)
  }
}

const config = fc.record({
  members: fc.array(member, { maxLength: 5 }),
  partMembers: fc.array(member.filter(({ kind }) => kind !== 'part'), { maxLength: 3 }),
  defaultFormat: fc.constantFrom('default', 'hal', 'hal-forms', 'none')
})

const LANGUAGES = ['en', 'de']
const USERS = ['0', '1', '3', '7']
const VERSIONS = ['1', '2']

const EVERYTHING = VERSIONS.flatMap(version => Object.values(ACCEPT).flatMap(accept =>
  LANGUAGES.flatMap(language => USERS.map(user => ({ version, accept, language, user })))))

t.test('tags are equal where representations are', async () => {
  await fc.assert(fc.asyncProperty(config, fc.constantFrom('/doc/', '/docs/'), async (
    { members, partMembers, defaultFormat }, path
  ) => {
    const app = Fastify()
    await app.register(accepts)
    await app.register(hyper, {
      links: [
        defineLinks(Doc, links => declare(links, members)), defineLinks(Part, links => declare(links, partMembers))
      ],
      hrefs: 'path',
      policies,
      defaultFormat
    })
    const versionOf = (request: { params: unknown }) => (request.params as { version: string }).version
    const etag = (_value: unknown, request: { params: unknown }) => `v${versionOf(request)}`
    const route = { config: { hyper: { links: true, etag } } }
    app.get('/doc/:version', route, async request => new Doc(Number(versionOf(request))))
    app.get('/docs/:version', route, async request => [new Doc(Number(versionOf(request))), new Part(7)])
    try {
      const sent = await Promise.all(EVERYTHING.map(async ({ version, accept, language, user }) => {
        const headers = { accept, 'accept-language': language, 'x-user': user }
        const response = await app.inject({ url: path + version, headers })
        const tag = String(response.headers.etag)
        const again = await app.inject({ url: path + version, headers: { ...headers, 'if-none-match': tag } })
        const seen = [response.statusCode, again.statusCode, again.headers.etag]
        if (seen.join() !== `200,304,${tag}`) throw new Error(seen.join())
        // A list is application/json in every format: what it holds is only in the body.
        return {
          tag, bytes: `${response.headers['content-type']}\n${response.body}`, format: path === '/docs/' ? accept : ''
        }
      }))
      for (const one of sent) {
        for (const other of sent) {
          if (one.tag === other.tag && one.bytes !== other.bytes) {
            throw new Error(`one tag: ${one.bytes}, ${other.bytes}`)
          }
          const isOne = one.bytes === other.bytes && one.format === other.format
          if (isOne && one.tag !== other.tag) throw new Error(`two tags, ${one.tag} and ${other.tag}: ${one.bytes}`)
        }
      }
    } finally {
      await app.close()
    }
  }), { numRuns: runs(40) })
})
