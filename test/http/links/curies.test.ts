import t from 'tap'
import { defineLinks, type HyperOptions, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { member } from '../../support/documents.ts'
import { project } from '../../support/projection.ts'

// Contract, part 3: CURIE prefixes, only where a member of the active format uses them.

interface Order {
  readonly id: number
}

type Declare = (links: LinkBuilder<Order>) => unknown

const a = LinkTarget.uri('/a')
const value = LinkTarget.route('GetValue')

t.test('curies', async t => {
  const acme = { href: '/rels/{rel}', templated: true, name: 'acme' }
  const doc = { href: '/docs/{rel}', templated: true, name: 'doc' }
  const shared: HyperOptions = { curies: { acme: '/rels/{rel}', doc: '/docs/{rel}' } }
  const declared = (links: LinkBuilder<Order>) => {
    links.curie('acme', '/rels/{rel}')
    links.curie('doc', '/docs/{rel}')
  }
  const ROWS: Readonly<Record<string, [declare: Declare, curies: Partial<Record<string, object[]>>]>> = {
    'not used': [links => links.link('next', a), {}],
    'used by a link': [links => links.link('acme:next', a), { default: [acme], hal: [acme], 'hal-forms': [acme] }],
    'used by a link to a route': [
      links => links.link('acme:next', value), { default: [acme], hal: [acme], 'hal-forms': [acme] }
    ],
    'used by an action of a route': [
      links => links.affordance('acme:go', value), { default: [acme], 'hal-forms': [acme] }
    ],
    'used by many': [links => links.linkMany('doc:next', [a]), { default: [doc], hal: [doc], 'hal-forms': [doc] }],
    'used by two': [
      links => [links.link('doc:next', a), links.link('acme:next', a), links.link('acme:prev', a)],
      { default: [acme, doc], hal: [acme, doc], 'hal-forms': [acme, doc] }
    ],
    'used by a link that is gone': [links => [links.link('acme:next', () => null), links.self(a)], {}],
    'used by children': [
      links => links.embed('acme:part', () => ({})), { default: [acme], hal: [acme], 'hal-forms': [acme] }
    ],
    'used by children that are gone': [links => links.embed('acme:part', () => null), {}],
    'used by an action': [links => links.affordance('acme:go', a), { default: [acme], 'hal-forms': [acme] }],
    'used by the default action': [links => links.affordance('acme:go', a).asDefault(), { default: [acme] }],
    'used by an action that is gone': [links => links.affordance('acme:go', a).when(() => false), {}],
    'another prefix': [links => links.link('other:next', a), {}],
    'a prefix in another case': [links => links.link('ACME:next', a), {}],
    'a URL is no use of a prefix': [links => links.link('https://example.com/acme:next', a), {}]
  }
  const both = { 'of the option': [shared, () => {}], 'of the configuration': [{}, declared] } as const
  for (const [name, [declare, wanted]] of Object.entries(ROWS)) {
    for (const [where, [options, declareCuries]] of Object.entries(both)) {
      const links = defineLinks<Order>(links => {
        declareCuries(links)
        declare(links)
      })
      const { get } = await project(t, { links, name: 'GetValue' }, { id: 1 }, { options })
      for (const format of ['default', 'hal', 'hal-forms']) {
        t.strictSame(
          member((await get(format)).document, '_links', 'curies'), wanted[format], `${name}, ${where}, ${format}`
        )
      }
    }
  }
})

t.test('curies of children, and of a configuration before the option', async t => {
  const part = defineLinks<object>(links => { links.link('acme:next', a) })
  const links = defineLinks<Order>(links => {
    links.curie('acme', '/mine/{rel}')
    links.link('acme:next', a)
    links.embed('part', () => ({}), part)
  })
  const { get } = await project(t, { links }, { id: 1 }, { options: { curies: { acme: '/rels/{rel}' } } })
  for (const format of ['default', 'hal', 'hal-forms']) {
    const { document } = await get(format)
    t.equal(member(document, '_links', 'curies', '0', 'href'), '/mine/{rel}')
    t.equal(
      member(document, '_embedded', 'part', '_links', 'curies', '0', 'href'), '/rels/{rel}', 'a child has its own'
    )
  }
})
