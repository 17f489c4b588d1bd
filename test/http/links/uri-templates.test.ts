import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import t from 'tap'
import hyper, { defineLinks, errorCodes, LinkTarget } from '../../../lib/index.ts'

type Suite = Record<string, { testcases: [template: string, expected: unknown][] }>

function templatesOf (file: string): string[] {
  const suite =
    JSON.parse(readFileSync(new URL(`../../cases/external/uritemplate/${file}.json`, import.meta.url), 'utf8')) as Suite
  return Object.values(suite).flatMap(({ testcases }) => testcases.map(([template]) => template))
}

async function start (template: string): Promise<void> {
  const app = Fastify()
  await app.register(hyper, {
    links: [defineLinks('Order', links => { links.link('search', LinkTarget.template(template)) })]
  })
  await app.ready()
  await app.close()
}

t.test('malformed templates are rejected when a configuration is compiled', async t => {
  const templates = templatesOf('negative-tests')
  t.equal(templates.length, 36)
  for (const template of templates) {
    await t.rejects(start(template), errorCodes.FST_ERR_HYPER_INVALID_TEMPLATE, template)
  }
})

for (const file of ['spec-examples', 'spec-examples-by-section', 'extended-tests']) {
  t.test(`${file}: every template is accepted`, async t => {
    for (const template of templatesOf(file)) await t.resolves(start(template), template)
  })
}
