import type { FastifyInstance, FastifySchema, FastifyServerOptions, RouteShorthandOptions } from 'fastify'
import { validatorCompiler as zodCompiler } from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import { z } from 'zod'
import { routesOf } from '../../../lib/fastify/routes.ts'
import type { FormNode, Member } from '../../../lib/forms/tree/form-tree.ts'
import { type AffordanceDeclaration, defineLinks, LinkTarget } from '../../../lib/index.ts'
import type { FormUse } from '../../../testing/forms/forms.ts'
import { rejectedInputs } from '../../../testing/forms/rejected-inputs.ts'
import type { ProjectedField } from '../../../types/forms.ts'
import { formFaults } from '../../support/form-faults.ts'
import { hyperApp, type LogLine, logTo, newApp } from '../../support/servers.ts'

interface Setup {
  readonly method?: 'GET' | 'POST'
  readonly contentType?: string
  readonly server?: FastifyServerOptions
  readonly scope?: (app: FastifyInstance) => void
  readonly route?: RouteShorthandOptions
  readonly adapted?: boolean
  readonly nullable?: boolean
  readonly types?: readonly string[]
  /** Required members without a control; an empty name for the whole input. */
  readonly others?: readonly string[]
}

const quantity: ProjectedField = { name: 'quantity', type: 'number', step: 1, min: 1, max: 100 }
const note: ProjectedField = { name: 'note', type: 'text', maxLength: 20 }
const choice = (name: string, ...values: string[]): ProjectedField =>
  ({ name, options: { inline: values.map(value => ({ prompt: value, value })), maxItems: 1 } })
const several = (name: string, ...values: string[]): ProjectedField =>
  ({ name, options: { inline: values.map(value => ({ prompt: value, value })) } })
const required = (field: ProjectedField): ProjectedField => ({ ...field, required: true })
const body = (properties: object, more: object = {}) => ({ body: { type: 'object', properties, ...more } })

const NO_CONTROL = { kind: 'json', required: true, reason: 'A form has no control for it.' } as const

function nested ([name = '', ...path]: readonly string[], node: FormNode): Member {
  if (path.length === 0) return { name, node }
  return { name, node: { kind: 'group', required: node.required, members: [nested(path, node)] } }
}

/** Returns a form whose route is in a scope of a ready app. */
async function formOf (
  t: Pick<Test, 'teardown'>, schema: object, fields: readonly ProjectedField[], setup: Setup = {}
): Promise<FormUse> {
  const {
    method = 'POST', contentType = method === 'POST' ? 'application/json' : null, server = {}, scope, route = {},
    adapted = false, nullable = false, types = [], others = []
  } = setup
  const app = newApp(t, server)
  await app.register(async instance => {
    scope?.(instance)
    instance.route({ ...route, method, url: '/', schema, handler: () => '' })
  })
  await app.ready()
  const marks = nullable ? { required: false, nullable } as const : {}
  const members = fields.map((field): Member => nested(adapted ? field.name.split('.') : [field.name], {
    kind: 'field', required: field.required === true, ...marks, field, types
  }))
  const withoutControl = others.map((name): Member => ({ name, node: NO_CONTROL }))
  const tree: FormNode = others.includes('')
    ? { ...NO_CONTROL, isWrong: true }
    : { kind: 'group', required: true, members: [...members, ...withoutControl] }
  return {
    place: 'links of Order, action \'go\'',
    action: 'go',
    method,
    contentType,
    route: routesOf(app, [method])[0]!,
    formInput: adapted,
    hasValues: false,
    tree,
    properties: fields
  }
}

const number = { type: 'integer', minimum: 1, maximum: 100 }
const text = { type: 'string', maxLength: 20 }
const even = {
  keyword: 'isEven',
  type: 'number',
  validate: (_: unknown, data: number) => data % 2 === 0,
  error: { message: 'must be even' }
}
const withKeyword =
  {
    ajv: { onCreate: (ajv: { addKeyword: (keyword: object) => void }) => { ajv.addKeyword(even) } }
  } as unknown as FastifyServerOptions
const withFormat =
  { ajv: { customOptions: { formats: { plate: /^[A-Z]{2} \d+$/ } } } } as unknown as FastifyServerOptions
const withoutCoercion: FastifyServerOptions = { ajv: { customOptions: { coerceTypes: false } } }
const strict: FastifyServerOptions = { ajv: { customOptions: { removeAdditional: false } } }
const zod: Setup = { scope: app => app.setValidatorCompiler(zodCompiler) }
const validator = (validate: (input: unknown) => unknown): Setup =>
  ({ route: { validatorCompiler: () => validate as never } })

// A compiler that fails on the second call, when the app is ready.
const late = (fail: () => never): Setup => {
  let compiled = 0
  return { route: { validatorCompiler: () => compiled++ === 0 ? () => true : fail() } }
}

// A rule that no form shows: at least one member.
const some = { properties: { note: text }, minProperties: 1, examples: [{ note: 'a' }] }
const update = z.object({ note: z.string().max(20).optional() })
const filled = update.refine(({ note }) => note !== undefined, 'a note is needed')

type Finding = readonly [field: string | null, reason: string]
const value = (field: string, shown: string, reason: string): Finding =>
  [field, `the form allows ${shown} for the field '${field}', but the route rejects it: ${reason}`]
const omitted = (field: string, reason: string): Finding =>
  [field, `the form allows the field '${field}' to be omitted, but the route rejects the input: ${reason}`]
const input = (reason: string): Finding => [null, `the form allows an input that the route rejects: ${reason}`]

// A schema, the fields of its form, and what is found.
const rejected: ReadonlyArray<readonly [string, object, readonly ProjectedField[], Finding, Setup?]> = [
  ['Zod takes no text for a number', { body: z.object({ quantity: z.number() }) }, [required(quantity)],
    value('quantity', "'1'", 'Invalid input: expected number, received string'), zod],
  ['nor does Ajv without coercion', body({ quantity: number }), [quantity],
    value('quantity', "'1'", 'must be integer'), { server: withoutCoercion }],
  ['a bound that the form does not show', body({ quantity: { type: 'integer', exclusiveMinimum: 1 } }), [quantity],
    value('quantity', "'1'", 'must be > 1')],
  ['steps that start elsewhere', body({ quantity: { type: 'integer', multipleOf: 5 } }), [{ ...quantity, step: 5 }],
    value('quantity', "'1'", 'must be multiple of 5')],
  ['only one end', body({ note: { type: 'string', maxLength: 10 } }), [note],
    value('note', "'aaaaaaaaaaaaaaaaaaaa'", 'must NOT have more than 10 characters')],
  ['if and then',
    body({ speed: { enum: ['slow', 'fast'] } }, {
      if: { properties: { speed: { const: 'fast' } }, required: ['speed'] },
      then: { required: ['vatId'] }
    }),
    [choice('speed', 'slow', 'fast')], omitted('vatId', "must have required property 'vatId'")],
  ['a rule of the whole input', body(some.properties, { minProperties: 1 }), [note],
    input('must NOT have fewer than 1 properties')],
  ['an example that breaks the rule', body(some.properties, { ...some, examples: [{}, null] }), [note],
    input('must NOT have fewer than 1 properties')],
  ['an example that is no JSON', body(some.properties, { ...some, examples: [{ note: () => 'a' }] }), [note],
    input('must NOT have fewer than 1 properties')],
  ['an example beside a constraint',
    body({ note: { type: 'string', maxLength: 10 } }, { minProperties: 1, examples: [{ note: 'a' }] }), [note],
    value('note', "'aaaaaaaaaaaaaaaaaaaa'", 'must NOT have more than 10 characters')],
  ['Zod: a rule of the whole input', { body: filled }, [note], input('a note is needed'), zod],
  ['not', body({ quantity: number }, { not: { required: ['quantity'] } }), [quantity], input('must NOT be valid')],
  ['more items than options', body({ tags: { type: 'array', minItems: 3 } }),
    [{ ...several('tags', 'a', 'b'), options: { ...several('tags', 'a', 'b').options, minItems: 3 } }],
    ['tags', "no value fits the field 'tags': minItems is 3, and it has 2 options"]],
  ['fewer items than options', body({ tags: { type: 'array', items: { type: 'string' }, maxItems: 1 } }),
    [several('tags', 'a', 'b')], value('tags', "['a', 'b']", 'must NOT have more than 1 items')],
  ['an option that is none',
    body({ speed: { enum: ['slow', 'fast'] }, tags: { type: 'array', items: { enum: ['a'] } } }),
    [choice('speed', 'slow', 'faster'), several('tags', 'a', 'b')],
    value('speed', "'faster'", 'must be equal to one of the allowed values')],
  ['an item that is none', body({ tags: { type: 'array', items: { enum: ['a'] } } }), [several('tags', 'a', 'b')],
    value('tags', "['a', 'b']", 'must be equal to one of the allowed values')],
  ['lists where one value is expected', body({ speed: { enum: ['slow', 'fast'] } }),
    [several('speed', 'slow', 'fast')], value('speed', "['slow']", 'must be equal to one of the allowed values')],
  ['an example of a pattern', body({ code: { type: 'string', pattern: '^[a-z]+$' } }),
    [{ name: 'code', type: 'text', regex: '.+', placeholder: 'AB' }],
    value('code', "'AB'", 'must match pattern "^[a-z]+$"')],
  ['minLength over maxLength', body({ note: { ...text, minLength: 30 } }), [{ ...note, minLength: 30 }],
    ['note', "no value fits the field 'note': minLength is 30 and maxLength 20"]],
  ['a keyword of the app', body({ quantity: { type: 'number', isEven: true } }), [quantity],
    value('quantity', "'1'", 'must be even'), { server: withKeyword }],
  ['a format of the app', body({ plate: { type: 'string', format: 'plate' } }), [{ name: 'plate', type: 'text' }],
    value('plate', "'a'", 'must match format "plate"'), { server: withFormat }],
  ['what is required and not shown', body({ quantity: number }, { required: ['quantity', 'customer'] }),
    [required(quantity)], omitted('customer', "must have required property 'customer'")],
  ['what is shown and not required', body({ quantity: number }, { required: ['quantity'] }), [quantity],
    omitted('quantity', "must have required property 'quantity'")],
  ['a name that the schema does not know', body({ note: text }, { additionalProperties: false }), [note, quantity],
    value('quantity', "'1'", 'must NOT have additional properties'), { server: strict }],
  ['dotted names without the adapter',
    body({ address: { type: 'object', properties: { street: text }, required: ['street'] } }, {
      required: ['address']
    }),
    [required({ name: 'address.street', type: 'text' })], omitted('address', "must have required property 'address'")],
  ['a part of a nested object',
    body({ address: { type: 'object', properties: { street: { type: 'string', minLength: 2 } } } }),
    [{ name: 'address.street', type: 'text' }], value('address.street', "'a'", 'must NOT have fewer than 2 characters'),
    { adapted: true }],
  ['a path that is in use', body({ address: { type: 'string' } }),
    [{ name: 'address', type: 'text' }, { name: 'address.street', type: 'text' }],
    input(
      "body: the field 'address.street' is rejected. Its place has a value already: send a value once, under one name."
    ),
    { adapted: true }],
  ['a query', { querystring: { type: 'object', properties: { page: number } } }, [{ name: 'page', type: 'number' }],
    value('page', "'0'", 'must be >= 1'), { method: 'GET' }],
  ['the same under its other name', { query: { type: 'object', properties: { page: number } } },
    [{ name: 'page', type: 'number' }], value('page', "'0'", 'must be >= 1'), { method: 'GET' }],
  ['the body of its media type',
    {
      body: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', properties: { note: { type: 'string', minLength: 2 } } }
          },
          'application/json': { schema: { type: 'object' } }
        }
      }
    },
    [note], value('note', "'a'", 'must NOT have fewer than 2 characters'),
    { contentType: 'application/x-www-form-urlencoded' }],
  ['a schema that is shared in the scope', { body: { $ref: 'order#' } }, [quantity],
    value('quantity', "'100'", 'must be <= 10'),
    {
      scope: app =>
        app.addSchema({ $id: 'order', type: 'object', properties: { quantity: { type: 'integer', maximum: 10 } } })
    }],
  ['a validator that throws', { body: {} }, [note], input('no such customer'),
    validator(() => { throw new Error('no such customer') })],
  ['one that gives an error', { body: {} }, [note], input('"note" is odd'),
    validator(() => ({ error: new Error('"note" is odd') }))],
  ['one that gives an empty list', { body: {} }, [note], input('its validator gives no reason'),
    validator(() => ({ error: [] }))],
  ['a compiler that fails', { body: {} }, [note], input('no such dialect'),
    late(() => { throw new Error('no such dialect') })],
  ['one with a schema by media type', { body: { content: { 'application/json': { schema: {} } } } }, [note],
    input('application/json'),
    {
      route: {
        validatorCompiler: ({ contentType }) => {
          if (contentType === undefined) throw new TypeError('no media type')
          return () => ({ error: new Error(contentType) })
        }
      }
    }],
  ['beside a required field without a known value',
    body({ quantity: { type: 'integer', minimum: 50 }, code: { type: 'string', pattern: '^[a-z]+!$' } }, {
      required: ['code']
    }),
    [required({ name: 'code', type: 'text', regex: '[a-z]+!' }), quantity], value('quantity', "'1'", 'must be >= 50')],
  ['the same, with a validator that reports all',
    body({ code: { type: 'string', pattern: '^[a-z]+!$' }, quantity: { type: 'integer', minimum: 50 } }, {
      required: ['code']
    }),
    [required({ name: 'code', type: 'text', regex: '[a-z]+!' }), quantity], value('quantity', "'1'", 'must be >= 50'),
    { server: { ajv: { customOptions: { allErrors: true } } } }],
  ['what the form omits and may be null', body({ note: { type: ['string', 'null'] } }, { required: ['note'] }), [note],
    omitted('note', "must have required property 'note'"), { nullable: true }],
  ['one that gives no reason', { body: {} }, [note], input('its validator gives no reason'), validator(() => false)],
  ['a name that every object inherits', body({ constructor: text }), [{ name: 'constructor', type: 'text' }],
    omitted('constructor', 'must be string')],
  ['a name with a slash', body({ 'a/b~c': { type: 'string', minLength: 2 } }), [{ name: 'a/b~c', type: 'text' }],
    value('a/b~c', "'a'", 'must NOT have fewer than 2 characters')]
]

const accepted: readonly (readonly [string, object, readonly ProjectedField[], Setup?])[] = [
  ['numbers, texts and choices', body({
    quantity: number,
    note: text,
    speed: { enum: ['slow', 'fast'] },
    tags: { type: 'array', items: { enum: ['a', 'b'] } },
    gift: { type: 'boolean' }
  }, { required: ['quantity'] }),
  [
    required(quantity), note, choice('speed', 'slow', 'fast'), several('tags', 'a', 'b'),
    choice('gift', 'true', 'false')
  ]],
  ['Zod that coerces', { body: z.object({ quantity: z.coerce.number().min(1).max(100) }) }, [required(quantity)], zod],
  ['a rule that an example shows', body(some.properties, some), [note]],
  ['a rule of a shared schema', { body: { $ref: 'Some#' } }, [note], {
    scope: app => { app.addSchema({ $id: 'Some', type: 'object', ...some }) }
  }],
  [
    'a rule of a media type', { body: { content: { 'application/json': { schema: { type: 'object', ...some } } } } },
    [note]
  ],
  ['a rule of a query', { querystring: { type: 'object', ...some } }, [note], { method: 'GET' }],
  ['Zod: a rule that an example shows', { body: filled.meta({ examples: [{ note: 'a' }] }) }, [note], zod],
  ['Zod: a rule of a field', {
    body: update.refine(({ note }) => note !== 'a', { path: ['note'] }).meta({ examples: [{ note: 'b' }] })
  },
  [note], zod],
  ['nothing at all', body({}), []],
  ['a route without a schema', {}, [quantity]],
  ['a body of another media type', { body: { content: { 'text/csv': { schema: { type: 'string' } } } } }, [quantity]],
  ['a query without a schema', {}, [quantity], { method: 'GET' }],
  ['empty texts through the adapter', body({
    quantity: number,
    email: { type: 'string', format: 'email' },
    address: { type: 'object', properties: { zip: { type: 'integer' } }, required: ['zip'] }
  }, { required: ['address'] }),
  [quantity, { name: 'email', type: 'email' }, required({ name: 'address.zip', type: 'number' })], { adapted: true }],
  [
    'a required field without a known value, and an input that is always rejected', { body: {} },
    [required({ name: 'code', type: 'text', regex: '[a-z]+!' })], validator(() => false)
  ],
  [
    'a field with a HYPER014 finding',
    body({ items: { type: 'array', items: { type: 'object' } }, note: text }, { required: ['items'] }),
    [note], { others: ['items'] }
  ],
  [
    'a schema that has no JSON schema', body({ title: { type: 'string' } }, { required: ['title'] }),
    [], { others: [''] }
  ],
  [
    'a media type that the schema writes otherwise',
    { body: { content: { 'application/json; charset=utf-8': { schema: { type: 'object', required: ['other'] } } } } },
    [note]
  ],
  [
    'a required field without a known value',
    body({ code: { type: 'string', pattern: '^[a-z]+!$' } }, { required: ['code'] }),
    [required({ name: 'code', type: 'text', regex: '[a-z]+!' })]
  ],
  ['a validator that takes time', { body: {} }, [note], validator(() => Promise.reject(new Error('not now')))],
  ['one that gives a value', { body: {} }, [note], validator(value => ({ value }))],
  ['one that gives nothing', { body: {} }, [note], validator(() => undefined)],
  [
    'a schema with an $id, which Ajv compiles once',
    { body: { $id: 'once', type: 'object', properties: { quantity: number } } }, [quantity]
  ],
  ['a boolean schema', { body: true }, [note]],
  [
    'a hostile name', body(JSON.parse('{ "__proto__": { "type": "string" } }') as object),
    [{ name: '__proto__', type: 'text' }]
  ]
]

t.test('inputs that the form allows and the route rejects', async t => {
  for (const [title, schema, fields, finding, setup] of rejected) {
    await t.test(title, async t => {
      const form = await formOf(t, schema, fields, setup)
      t.same(rejectedInputs(form).map(({ field, reason }) => [field, reason]), [finding])
    })
  }
})

t.test('forms without rejected inputs', async t => {
  for (const [title, schema, fields, setup] of accepted) {
    await t.test(title, async t => { t.same(rejectedInputs(await formOf(t, schema, fields, setup)), []) })
  }
})

t.test('each fault of a form is found once, with the first failure of each field', async t => {
  const app = await hyperApp(t, {
    links: [defineLinks('root', links => {
      links.affordance('go', LinkTarget.route('Go')).accepts(json({ quantity: { type: 'integer' }, note: text }))
      links.affordance('again', LinkTarget.route('Go'))
    })]
  })
  const schema = body({ quantity: number, note: { type: 'string', maxLength: 5 } })
  app.post('/go', { schema, config: { hyper: { name: 'Go' } } }, () => '')
  const remedy =
    'Express the constraint in the schema of the route with keywords that forms support, ' +
      'or let the route accept what the form allows.'
  const findings = [
    value('quantity', "'0'", 'must be >= 1'),
    value('note', "'aaaaaaaaaaaaaaaaaaaa'", 'must NOT have more than 5 characters')
  ]
  t.same(await formFaults(app), findings.map(([, reason]) =>
    `HYPER010 links of root, action 'go', form of route POST /go: ${reason}. ${remedy}`))
})

// A schema, the fields of its form, and what the notice recommends.
const remedies: ReadonlyArray<readonly [string, object, readonly ProjectedField[], RegExp, Setup?]> = [
  ['a bound that the form does not show', body({ quantity: { type: 'integer', exclusiveMinimum: 1 } }), [quantity],
    /^Express the constraint in the schema .* or let the route accept what the form allows\.$/],
  ['a rule that no form shows', body({ note: text }, { minProperties: 1 }), [note],
    /^Express the constraint .* If no keyword can, show an input that the route accepts in the examples of its schema/],
  ['a string where the validator takes numbers', body({ quantity: number }), [quantity],
    /^Forms send strings\. .* config: \{ hyper: \{ formInput: true \} \}\.$/,
    { server: withoutCoercion, types: ['number'] }],
  ['a field that may be null', body({ note: { type: ['string', 'null'] } }, { required: ['note'] }), [note],
    /^Add default: null to it in the schema of the route\.$/, { nullable: true }]
]

t.test('the remedy of an input that the route rejects', async t => {
  for (const [title, schema, fields, remedy, setup] of remedies) {
    await t.test(title, async t => {
      t.match(rejectedInputs(await formOf(t, schema, fields, setup)).map(({ remedy }) => remedy), [remedy])
    })
  }
})

const json = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })
const typed = (type: string) => ({ content: { [type]: { schema: json({ note: text }) } } })
const go = LinkTarget.route('Go')

// A route, the expected faults, and how its action is declared.
const logged: Readonly<Record<string, readonly [
  method: string, schema: FastifySchema, notices: readonly RegExp[],
  declare?: ((action: AffordanceDeclaration<unknown>) => unknown) | undefined, target?: LinkTarget
]>> = {
  'a declared type that the route does not take': [
    'POST', { body: json({ at: { type: 'string', format: 'date-time' } }) },
    [/^HYPER010 .* the form allows '2024-02-29T13:30' for the field 'at', /],
    action => action.fields({ at: { type: 'datetime-local' } })
  ],
  'a default that the route does not take': [
    'POST', { body: json({ quantity: { type: 'integer', minimum: 5, default: 1 } }) },
    [/^HYPER010 .* the form allows the field 'quantity' to be omitted, but the route rejects the input: must be >= 5/]
  ],
  'choices behind a link': [
    'POST',
    { body: json({ a: { type: 'string', minLength: 5 }, b: { type: 'array', items: { enum: ['x'] } } }, ['a']) }, [],
    action => action.fields({ a: { options: { route: 'Go' } }, b: { options: { route: 'Go' } } })
  ],
  'a required body of DELETE': [
    'DELETE', { body: json({ reason: text }, ['reason']) },
    [/^HYPER014 route DELETE \/go, body: .* DELETE sends the fields as its querystring\. Make 'reason' optional/]
  ],
  'a body of DELETE': ['DELETE', { body: json({ reason: text }) }, []],
  'a body of DELETE by media type': [
    'DELETE', { body: { content: { 'application/json': { schema: json({ reason: text }, ['reason']) } } } }, []
  ],
  'a required query of POST': ['POST', {
    querystring: json({ mode: text, of: json({ it: text }, ['it']) }, ['mode', 'of'])
  }, [/^HYPER014 route POST \/go, querystring: .* POST sends the fields as its body\. Make 'mode', 'of.it' optional/]],
  'a query that the target has': [
    'POST', { querystring: json({ mode: text }, ['mode']) }, [], undefined, LinkTarget.route('Go', { mode: 'fast' })
  ],
  'a query that the target has beside the path': [
    'POST', { querystring: json({ mode: text }, ['mode']) }, [], undefined,
    LinkTarget.route('Go', undefined, { query: { mode: 'fast' } })
  ],
  'a body that the app does not parse': [
    'POST', { body: typed('multipart/form-data') },
    [/^HYPER014 route POST \/go, body in multipart\/form-data: The app has no parser for it, .* @fastify\/multipart/]
  ],
  'a body that no form can send': [
    'POST', { body: typed('application/vnd.api+json') },
    [/^HYPER014 route POST \/go, body: No form can send it, because forms are sent as application\/json, /]
  ],
  'the same with a declared input': [
    'POST', { body: typed('text/csv') }, [/^HYPER014 route POST \/go, body/],
    action => action.accepts(json({ note: text }))
  ],
  'a list of objects: pages and the explorer have a form for it': [
    'POST', { body: json({ items: { type: 'array', items: { type: 'object' } }, note: text }, ['items']) }, []
  ],
  'a list of objects that is not sent as JSON': [
    'POST', {
      consumes: ['application/x-www-form-urlencoded'],
      body: json({ items: { type: 'array', items: { type: 'object' } }, note: text }, ['items'])
    }, [/^HYPER014 route POST \/go, form field 'items': A form has a control for an array only/]
  ]
}

for (const [name, [method, schema, notices, declare = () => {}, target = go]] of Object.entries(logged)) {
  t.test(`faults of a form: ${name}`, async t => {
    const { logged, errors } = await loggedBy(t, method, schema, declare, target)
    t.match(logged, notices)
    t.same([logged.length, errors], [notices.length, []])
  })
}

/** What is wrong with the form for a route, and the log of its start. */
async function loggedBy (
  t: Pick<Test, 'teardown'>, method: string, schema: FastifySchema,
  declare: (action: AffordanceDeclaration<unknown>) => unknown, target: LinkTarget
) {
  const lines: LogLine[] = []
  const links = [defineLinks('root', links => { declare(links.affordance('go', target)) })]
  const app = await hyperApp(t, { links }, logTo(lines))
  app.route({ method, url: '/go', schema, config: { hyper: { name: 'Go' } }, handler: () => '' })
  // After the route: only when the app is ready, its parsers are known.
  app.addContentTypeParser(/urlencoded/, (_request, _payload, done) => { done(null) })
  return { logged: await formFaults(app), errors: lines.filter(({ code, level }) => level > 40 || /^HYPER01[04]$/.test(code ?? '')) }
}
