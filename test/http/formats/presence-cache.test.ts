import t from 'tap'
import { presenceCache } from '../../../lib/formats/presence-cache.ts'
import type { CompiledConfig, ResolvedResource } from '../../../lib/links/compiled.ts'

// The members of a resource, joined once for each combination of those that are present;
// null where each is written by itself.

const template = (name: string) => ({ first: `,"_links":{"${name}":"`, next: `,"${name}":"`, after: '"' })

interface Config {
  readonly links: readonly { constant: boolean }[]
  readonly actions?: readonly { constant: boolean }[]
  readonly embeds?: readonly object[]
  readonly curies?: readonly object[]
  readonly array?: boolean
}

function cacheOf ({ links, actions = [], embeds = [], curies = [], array = false }: Config) {
  const compiled = { links, actions, embeds, curies, relations: links.map((_, first) => ({ first, array })) }
  const opening = (name: string) => ({ ...template(name), first: `,"_actions":{"${name}":"` })
  return presenceCache(
    compiled as unknown as CompiledConfig, links.map((_, index) => template(`l${index}`)),
    actions.map((_, index) => opening(`a${index}`))
  )
}

function resource (links: readonly unknown[], actions: readonly unknown[] = []): ResolvedResource {
  return { parts: [...links, ...actions], embedded: [] } as ResolvedResource
}

const open = { constant: false }
const constant = { constant: true }

t.test('members that are present', async t => {
  const cache = cacheOf({ links: [open, constant], actions: [open] })!
  const rows: [links: readonly unknown[], actions: readonly unknown[], json: string | null][] = [
    [['1', ''], ['2'], '{"id":1,"_links":{"l0":"1","l1":""},"_actions":{"a0":"2"}}'],
    [['1', ''], [null], '{"id":1,"_links":{"l0":"1","l1":""}}'],
    [[null, ''], ['2'], '{"id":1,"_links":{"l1":""},"_actions":{"a0":"2"}}'],
    [[null, null], ['2'], '{"id":1,"_actions":{"a0":"2"}}'],
    [[null, null], [null], '{"id":1}'],
    [[{ href: '/' }, ''], [null], null],
    [['1', ''], [{ href: '/' }], null]
  ]
  // Twice, and in another order: the last combination is remembered.
  for (const [links, actions, json] of [...rows, ...rows.toReversed()]) {
    t.equal(cache.write('{"id":1', resource(links, actions)), json, JSON.stringify([links, actions]))
  }
})

t.test('configurations without a cache', async t => {
  const links = [open]
  t.not(cacheOf({ links }), null)
  t.equal(cacheOf({ links, embeds: [{}] }), null, 'embedded resources')
  t.equal(cacheOf({ links, curies: [{}] }), null, 'CURIEs')
  t.equal(cacheOf({ links, array: true }), null, 'an array of links')
  t.not(cacheOf({ links: Array.from({ length: 30 }, () => open) }), null, '30 members')
  t.equal(cacheOf({ links: Array.from({ length: 31 }, () => open) }), null, '31 members')
})

t.test('256 combinations at most', async t => {
  const cache = cacheOf({ links: Array.from({ length: 9 }, () => open) })!
  const combinations = Array.from({ length: 512 }, (_, key) =>
    cache.write('{"id":1', resource(Array.from({ length: 9 }, (_, bit) => (key >> bit) % 2 === 1 ? 'x' : null))))
  t.equal(combinations.filter(json => json !== null).length, 256)
})
