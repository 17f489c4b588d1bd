import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import t from 'tap'
import { createFormInput, type FormInput } from '../../../lib/forms/input/form-input.ts'
import { type DerivedForm, deriveForm } from '../../support/derived-form.ts'
import { flatSchemas, type FormSchema, nestedSchemas, SHARED } from '../../support/form-schemas.ts'
import { controlEntries, type Entries } from '../../support/html-controls.ts'
import { readHtmlForms } from '../../support/html-forms.ts'
import { runs } from '../../support/runs.ts'

// FORM_SEED=N draws others.
const SCHEMAS = runs(5_000)
const BATCH = 250

type Method = 'POST' | 'PUT' | 'PATCH' | 'GET'

interface Case {
  readonly method: Method
  readonly adapted: boolean
  readonly schema: FormSchema
}

type Data = ReadonlyMap<string, Entries>

type Sender = 'client' | 'browser'

// PATCH requires no field; a schema of its own is what people write for it.
const cases: fc.Arbitrary<Case> = fc.tuple(fc.constantFrom<Method>('POST', 'POST', 'PUT', 'PATCH', 'GET'), fc.boolean())
  .chain(([method, adapted]) =>
    (adapted ? nestedSchemas : flatSchemas).map(schema =>
      ({ method, adapted, schema: method === 'PATCH' ? withoutRequired(schema) : schema })))

function withoutRequired (schema: FormSchema): FormSchema {
  return JSON.parse(
    JSON.stringify(schema), (key, value: unknown) => key === 'required' && Array.isArray(value) ? [] : value
  ) as FormSchema
}

/** One app with a route for each case; no route knows of forms but for the adapter. */
async function serve (batch: readonly Case[]): Promise<{
  origin: string, forms: DerivedForm[], close: () => Promise<void>
}> {
  const app = Fastify({ ajv: { customOptions: { strictTypes: false } } })
  readHtmlForms(app as unknown as FastifyInstance)
  for (const schema of SHARED) app.addSchema(schema)
  const forms: DerivedForm[] = []
  await app.register(async scope => {
    for (const [index, { method, adapted, schema }] of batch.entries()) {
      const form = deriveForm(schema, {
        method, nested: adapted, shared: id => scope.getSchema(id) as object | undefined
      })
      const part = method === 'GET' ? 'querystring' : 'body'
      forms.push(form)
      scope.route({
        method,
        url: `/${index}`,
        schema: { [part]: schema },
        ...adapted ? { preValidation: adapter(createFormInput(form.tree, method)) } : {},
        handler: request => (part === 'body' ? request.body : request.query) ?? {}
      })
    }
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, forms, close: () => app.close() }
}

function adapter (adapt: FormInput) {
  return async (request: { body: unknown, query: unknown }) => {
    if (request.body === undefined) request.query = adapt(request.query)
    else request.body = adapt(request.body)
  }
}

function dataOf ({ fields }: DerivedForm, seed: number): Data {
  const drawn = fc.tuple(...fields.map(({ property }) => controlEntries(property)))
  return new Map(fc.sample(drawn, { numRuns: 1, seed })[0]!
    .map((entries, index) => [fields[index]!.property.name, entries]))
}

// What was left empty is for the adapter to drop; without it, clients leave it out themselves.
function withoutEmpty (data: Data): Data {
  return new Map([...data].filter(([, entries]) => entries.join() !== ''))
}

// As HAL-FORMS clients do: a list where several values may be chosen, else a text.
function asJson ({ fields }: DerivedForm, data: Data): string {
  const lists = new Set(fields.filter(({ property: { options } }) => options !== undefined && options.maxItems !== 1)
    .map(({ property }) => property.name))
  return JSON.stringify(Object.fromEntries([...data].filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => [name, lists.has(name) ? entries : entries[0]])))
}

function asForm (data: Data): string {
  return new URLSearchParams([...data]
    .flatMap(([name, entries]) => entries.map((value): [string, string] => [name, value]))).toString()
}

async function send (url: string, method: Method, sender: Sender, form: DerivedForm, data: Data): Promise<Response> {
  if (method === 'GET') return fetch(`${url}?${asForm(data)}`)
  if (sender === 'browser') {
    return fetch(url, {
      method, body: asForm(data), headers: { 'content-type': 'application/x-www-form-urlencoded' }
    })
  }
  return fetch(url, { method, body: asJson(form, data), headers: { 'content-type': 'application/json' } })
}

/** The fields whose values the handler did not get. */
function lost ({ fields }: DerivedForm, data: Data, input: unknown): string[] {
  return fields.filter(({ property, path }) => {
    const sent = data.get(property.name)!.filter(text => text !== '')
    const value = path.reduce<unknown>((owner, name) => (owner as Record<string, unknown> | undefined)?.[name], input)
    return !sent.every((text, index) => isSame([value].flat()[index], text))
  }).map(({ property }) => property.name)
}

function isSame (value: unknown, text: string): boolean {
  return typeof value === 'number' ? value === Number(text) : String(value) === text
}

/** Fills a form and submits it; null when the route took all that was sent. */
async function submit (
  url: string, { method, adapted, schema }: Case, sender: Sender, form: DerivedForm, seed: number
): Promise<object | null> {
  const drawn = dataOf(form, seed)
  const data = adapted ? drawn : withoutEmpty(drawn)
  const response = await send(url, method, sender, form, data)
  const received: unknown = await response.json()
  if (response.status === 200 && lost(form, drawn, received).length === 0) return null
  return {
    method,
    adapted,
    sender,
    schema: JSON.stringify(schema),
    sent: asForm(data),
    received: JSON.stringify(received),
    fields: JSON.stringify(form.fields)
  }
}

t.test(`${SCHEMAS} schemas: what a form allows, its route takes`, { timeout: 600_000 }, async t => {
  const seed = Number(process.env['FORM_SEED'] ?? 20261121)
  t.comment(`FORM_SEED=${seed}`)
  const drawn = fc.sample(cases, { numRuns: SCHEMAS, seed })
  const failures: object[] = []
  let fields = 0
  for (let start = 0; start < drawn.length; start += BATCH) {
    const batch = drawn.slice(start, start + BATCH)
    const { origin, forms, close } = await serve(batch)
    const submitted = batch.flatMap((each, index) => (['client', 'browser'] as const).map((sender, offset) =>
      submit(`${origin}/${index}`, each, sender, forms[index]!, seed + 2 * (start + index) + offset)))
    failures.push(...(await Promise.all(submitted)).filter(failure => failure !== null))
    fields += forms.reduce((sum, form) => sum + form.fields.length, 0)
    await close()
  }
  t.same(failures.slice(0, 3), [], `${failures.length} failures`)
  t.ok(fields > 2 * SCHEMAS, `${fields} fields were filled`)
})
