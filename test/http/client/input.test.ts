import t from 'tap'
import { createClient, InvalidInput } from '../../../client/index.ts'
import { serveDocuments } from './recording-server.ts'

const fields = [
  { name: 'title', required: true, minLength: 2, maxLength: 4 },
  { name: 'count', type: 'number', min: 1, max: 10 },
  { name: 'volume', type: 'range' },
  { name: 'code', regex: '[a-z]{2}' },
  { name: 'odd', regex: '(' },
  { name: 'size', options: { inline: ['S', { value: 'M', prompt: 'Medium' }], maxItems: 1 } },
  { name: 'tags', options: { inline: [{ id: 1 }, { id: 2 }, { id: 3 }], valueField: 'id', minItems: 1, maxItems: 2 } },
  { name: 'far', options: { link: { href: '/choices' }, inline: [] } },
  { name: 'token', type: 'hidden', value: 'secret-form' },
  { name: 'fixed', readOnly: true, value: 7 },
  { name: 'proposed', value: 'not sent' }
]

const forms = {
  json: { method: 'POST', target: '/json', properties: fields },
  urlencoded: { method: 'POST', target: '/urlencoded', contentType: 'application/x-www-form-urlencoded' },
  multipart: { method: 'POST', target: '/multipart', contentType: 'multipart/form-data' },
  labelled: { method: 'POST', target: '/labelled', contentType: 'Application/X-WWW-Form-URLencoded; charset=utf-8' },
  files: { method: 'POST', target: '/files', contentType: 'Multipart/Form-Data; boundary=x' },
  vendor: { method: 'POST', target: '/vendor', contentType: 'application/vnd.shop+json; v=1' },
  csv: { method: 'POST', target: '/csv', contentType: 'text/csv' },
  patch: { method: 'PATCH', target: '/patch', contentType: 'application/merge-patch+json' },
  edit: { method: 'PATCH', target: '/edit', properties: fields.slice(-3) },
  search: { method: 'GET', target: '/search?q=old&keep=1', properties: [{ name: 'q' }] },
  remove: { method: 'DELETE', target: '/remove' },
  bare: { method: 'POST', target: '/bare' },
  optional: { method: 'POST', target: '/optional', properties: [{ name: 'note' }] }
}

async function open (t: Parameters<typeof serveDocuments>[0]) {
  const { origin, received } = await serveDocuments(
    t, () => ({ 'GET /': { json: { _templates: forms } }, '*': { status: 204 } })
  )
  return { root: await createClient(origin).start(), received }
}

t.test('an input that the form does not accept is not sent', async t => {
  const { root, received } = await open(t)
  const rows: [input: Record<string, unknown>, name: string, message: RegExp][] = [
    [{}, 'title', /^is required$/],
    [{ title: null }, 'title', /^is required$/],
    [{ title: 'a' }, 'title', /^must be at least 2 characters$/],
    [{ title: 'aaaaa' }, 'title', /^must be at most 4 characters$/],
    [{ title: 'ab', count: 0 }, 'count', /^must be at least 1$/],
    [{ title: 'ab', count: 11 }, 'count', /^must be at most 10$/],
    [{ title: 'ab', count: '11' }, 'count', /^must be at most 10$/],
    [{ title: 'ab', count: 'soon' }, 'count', /^is not a number$/],
    [{ title: 'ab', count: ' ' }, 'count', /^is not a number$/],
    [{ title: 'ab', volume: 'loud' }, 'volume', /^is not a number$/],
    [{ title: 'ab', count: NaN }, 'count', /^is not a number$/],
    [{ title: 'ab', code: 'abc' }, 'code', /does not match/],
    [{ title: 'ab', size: 'L' }, 'size', /is not one of S, M/],
    [{ title: 'ab', tags: [] }, 'tags', /^must be at least 1 values$/],
    [{ title: 'ab', tags: [1, 2, 3] }, 'tags', /^must be at most 2 values$/],
    [{ title: 'ab', tags: [4] }, 'tags', /is not one of 1, 2, 3/]
  ]
  for (const [input, name, message] of rows) {
    const error = await root.act('json', input).catch((error: unknown) => error)
    t.ok(error instanceof InvalidInput, JSON.stringify(input))
    t.match((error as InvalidInput).faults, [{ name, message }])
    t.match((error as InvalidInput).message, /^The input of 'json' is invalid: /)
  }
  t.equal(received.length, 1)
})

// Fields of nested members have dots in their names. An input has the members themselves, or the names.
t.test('fields of nested members', async t => {
  const nested = [
    { name: 'address.city', required: true, minLength: 2 },
    { name: 'address.kind', type: 'hidden', value: 'home' },
    { name: 'address.constructor' }
  ]
  const { origin, received } = await serveDocuments(
    t, () => ({
      'GET /': {
        json: {
          _templates: {
            move: { method: 'POST', target: '/', properties: nested },
            keep: { method: 'POST', target: '/', properties: nested.slice(1) }
          }
        }
      },
      '*': { status: 204 }
    })
  )
  const root = await createClient(origin).start()
  const rows: [input: Record<string, unknown>, sent: object | null][] = [
    [{ address: { city: 'Bern', kind: 'home' } }, { address: { city: 'Bern', kind: 'home' } }],
    [{ address: { city: 'Bern' } }, { 'address.kind': 'home', address: { city: 'Bern' } }],
    [{ 'address.city': 'Bern' }, { 'address.kind': 'home', 'address.city': 'Bern' }],
    [{ address: { city: 'B' } }, null],
    [{ address: {} }, null],
    [{ address: 'Bern' }, null],
    [{}, null]
  ]
  for (const [input, sent] of rows) {
    const error: unknown = await root.act('move', input).catch((error: unknown) => error)
    t.equal(error instanceof InvalidInput, sent === null, JSON.stringify(input))
    if (sent !== null) t.same(JSON.parse(received.at(-1)!.body), sent)
  }
  await root.act('keep', { address: null })
  t.same(JSON.parse(received.at(-1)!.body), { address: null }, 'null has no fixed members')
})

t.test('a pattern that the client does not check is left to the server', async t => {
  const { origin, received } = await serveDocuments(t, () => ({
    'GET /': { json: { _templates: { a: { method: 'POST', properties: [{ name: 'a', regex: '(a*)\\1b' }] } } } },
    '*': { status: 204 }
  }))
  await t.resolves((await createClient(origin).start()).act('a', { a: 'a'.repeat(60) }))
  t.equal(received.length, 2)
})

// HAL-FORMS has another type for each of them: they are read as if they were absent.
const WRONG_TYPES: readonly (readonly [member: string, values: readonly unknown[]])[] = [
  ['regex', [null, 5, {}, true]],
  ['minLength', [null, '9', []]],
  ['maxLength', [null, '1', false]],
  ['min', [null, '9']],
  ['max', [null, '1', '']],
  ['required', [null, 'true', 1]],
  ['readOnly', ['true', 1]],
  ['type', [null, 5]],
  ['options', [null, 'M', ['M']]]
]

t.test('a member of a field that has another type counts as absent', async t => {
  const fields = WRONG_TYPES.flatMap(([member, values]) => values.map(value => ({ name: 'a', [member]: value })))
  const choices = [{ minItems: '2' }, { maxItems: null }, { inline: 'M' }, { inline: null }, {
    inline: [{ value: 'abc' }], valueField: 5
  }]
  const all = [...fields, ...choices.map(options => ({ name: 'a', options }))]
  const { origin, received } = await serveDocuments(t, () => ({
    'GET /': {
      json: {
        _templates: Object.fromEntries(all.map((field, index) =>
          [index, { method: 'POST', properties: [field, null, 'b', { name: 5 }] }]))
      }
    },
    '*': { status: 204 }
  }))
  const root = await createClient(origin).start()
  for (const [index, field] of all.entries()) {
    t.equal(root.form(`${index}`)!.fields.length, 1, 'a field has a name')
    for (const input of [{ a: 'abc' }, { a: ['abc'] }, { a: 5 }, {}]) {
      if ('options' in field && 'a' in input && input.a === 5) continue
      await t.resolves(root.act(`${index}`, input), `${JSON.stringify(field)} ${JSON.stringify(input)}`)
      t.same(JSON.parse(received.at(-1)!.body), input)
    }
  }
})

t.test('choices beside a link of another type are checked', async t => {
  const options = { inline: ['S'], link: null }
  const { origin } = await serveDocuments(
    t, () => ({ 'GET /': { json: { _templates: { a: { method: 'POST', properties: [{ name: 'size', options }] } } } } })
  )
  await t.rejects((await createClient(origin).start()).act('a', { size: 'L' }), { name: 'InvalidInput' })
})

t.test('an input that the form accepts', async t => {
  const { root, received } = await open(t)
  const input = {
    title: '\u{1f375}\u{1f375}',
    count: '10',
    volume: 3.5,
    code: 'ab',
    odd: 'x',
    size: 'M',
    tags: [1, 3],
    far: 'any',
    other: { a: 1 }
  }
  await root.act('json', input)
  t.same(JSON.parse(received.at(-1)!.body), {
    token: 'secret-form', fixed: 7, ...input
  }, 'with hidden and read-only values, as a form sends them')
  await root.act('edit', { other: 1 })
  t.same(JSON.parse(received.at(-1)!.body), { token: 'secret-form', other: 1 }, 'PATCH leaves read-only values')
})

t.test('an input is not sent as a media type that the client cannot write', async t => {
  const { root, received } = await open(t)
  for (const input of [
    {}, { a: 1 }
  ]) await t.rejects(root.act('csv', input), { name: 'TypeError', message: 'The client cannot write text/csv.' })
  t.equal(received.length, 1)
})

t.test('the client sends an input in the content type of the action', async t => {
  const { root, received } = await open(t)
  const input = { a: 'x y', b: [1, true], c: null, d: new Date(0), e: { f: 1, g: { h: [2, 3], i: undefined } } }
  const sent = async (name: string, value: Record<string, unknown> = input) => {
    await root.act(name, value)
    const { line, body, headers } = received.at(-1)!
    return { line, body, type: headers['content-type'] }
  }
  const pairs = 'a=x+y&b=1&b=true&d=1970-01-01T00%3A00%3A00.000Z&e.f=1&e.g.h=2&e.g.h=3'
  t.same(await sent('urlencoded'), {
    line: 'POST /urlencoded', body: pairs, type: 'application/x-www-form-urlencoded;charset=UTF-8'
  })
  t.same(await sent('labelled'), {
    line: 'POST /labelled', body: pairs, type: 'application/x-www-form-urlencoded;charset=UTF-8'
  })
  t.match((await sent('files', { a: 1 })).type, /^multipart\/form-data; boundary=(?!x$)/)
  t.same(await sent('vendor', { a: 1 }), {
    line: 'POST /vendor', body: '{"a":1}', type: 'application/vnd.shop+json; v=1'
  })
  t.same(await sent('patch', { a: 1 }), { line: 'PATCH /patch', body: '{"a":1}', type: 'application/merge-patch+json' })
  t.same(await sent('search', { q: 'new' }), { line: 'GET /search?keep=1&q=new', body: '', type: undefined })
  t.same(await sent('remove', { why: 'x' }), { line: 'DELETE /remove?why=x', body: '', type: undefined })
  t.same(await sent('bare', {}), { line: 'POST /bare', body: '', type: undefined }, 'no form, no input: no body')
  t.same(await sent('optional', {}), { line: 'POST /optional', body: '{}', type: 'application/json' })
  const { body, type } = await sent('multipart', { text: 'a', file: new Blob(['content']) })
  t.match(type, /^multipart\/form-data; boundary=/)
  t.match(body, /name="text"\r\n\r\na\r\n[^]*name="file"; filename="blob"[^]*content/)
})

t.test('only multipart/form-data contains files', async t => {
  const { root, received } = await open(t)
  const file = new Blob(['content'])
  const rows: [action: string, input: Record<string, unknown>, name: string, encoding: string][] = [
    ['vendor', { file }, 'file', 'application/json'],
    ['bare', { a: { files: [file] } }, 'a.files', 'application/json'],
    ['urlencoded', { a: 1, file }, 'file', 'application/x-www-form-urlencoded'],
    ['search', { q: file }, 'q', 'query']
  ]
  for (const [action, input, name, encoding] of rows) {
    await t.rejects(root.act(action, input), {
      name: 'TypeError', message: `The client cannot write the Blob ${name} as ${encoding}.`
    })
  }
  t.equal(received.length, 1, 'nothing is sent')
})
