import t from 'tap'
import { deriveForm } from '../../support/derived-form.ts'

// One row for each row of the mapping: how a member of an input becomes a property of a HAL-FORMS template.

type Row = readonly [
  schema: unknown,
  /** Without the name; null where there is no field. */
  property: object | null,
  /** `finding` matches the one finding; none if absent. */
  more?: { readonly method?: string, readonly required?: boolean, readonly finding?: RegExp }
]

const UUID = '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'

const options = (...values: string[]) => values.map(value => ({ prompt: value, value }))

const rows: Readonly<Record<string, Row>> = {
  'no constraint': [{}, { type: 'text' }],
  true: [true, { type: 'text' }],
  required: [{ type: 'string' }, { required: true, type: 'text' }, { required: true }],
  'required, PATCH': [{ type: 'string' }, { required: true, type: 'text' }, { required: true, method: 'PATCH' }],
  'required, with a default': [{ type: 'string', default: 'a' }, { value: 'a', type: 'text' }, { required: true }],
  'title and examples': [
    { type: 'string', title: 'Street', examples: ['High St', 'Low St'] },
    { prompt: 'Street', type: 'text', placeholder: 'High St' }
  ],
  'no title, an example that is no text': [
    { type: 'integer', title: '', examples: [5] }, { type: 'number', placeholder: '5', step: 1 }
  ],
  'an example that is an object': [{ examples: [{}] }, { type: 'text' }],

  'default, string': [{ type: 'string', default: '' }, { value: '', type: 'text' }],
  'default, number': [{ type: 'number', default: 0 }, { value: '0', type: 'number' }],
  'default, boolean': [
    { type: 'boolean', default: false },
    { options: { inline: options('true', 'false'), maxItems: 1, selectedValues: ['false'] } }
  ],
  'default, enum': [
    { enum: ['a', 'b'], default: 'b' },
    { options: { inline: options('a', 'b'), minItems: 0, maxItems: 1, selectedValues: ['b'] } }
  ],
  'default, enum, required': [
    { enum: ['a', 'b'], default: 'b' },
    { options: { inline: options('a', 'b'), minItems: 0, maxItems: 1, selectedValues: ['b'] } }, { required: true }
  ],
  'default that is no choice': [
    { enum: ['a', 'b'], default: 'c' }, { options: { inline: options('a', 'b'), minItems: 0, maxItems: 1 } }
  ],
  'default that is no text': [{ type: 'string', default: null }, { type: 'text' }],

  'const, string': [
    { const: 'order', title: 'Kind' },
    { prompt: 'Kind', readOnly: true, required: true, value: 'order', type: 'hidden' }, { required: true }
  ],
  'const, number': [{ type: 'integer', const: 0 }, { readOnly: true, value: '0', type: 'hidden' }],
  'const, boolean': [{ type: 'boolean', const: false }, { readOnly: true, value: 'false', type: 'hidden' }],
  'const, a number without a type': [
    { const: 5 }, { readOnly: true, value: '5', type: 'hidden' }
  ],
  'const, an object': [{ type: 'object', const: {} }, null, { method: 'PATCH' }],
  'const, null': [{ type: 'null', const: null }, null, { required: true, finding: /None of its values/ }],

  'readOnly, POST': [{ type: 'string', readOnly: true }, null],
  'readOnly, POST, required': [
    { type: 'string', readOnly: true }, null,
    { required: true, finding: /^It is read-only\. The route rejects the form without it/ }
  ],
  'readOnly, GET': [{ type: 'string', readOnly: true }, null, { method: 'GET' }],
  'readOnly, DELETE': [{ type: 'string', readOnly: true }, null, { method: 'DELETE' }],
  'readOnly, PUT': [{ type: 'string', readOnly: true }, { readOnly: true, type: 'text' }, { method: 'PUT' }],
  'readOnly, PATCH': [{ type: 'string', readOnly: true }, { readOnly: true, type: 'text' }, { method: 'PATCH' }],
  'readOnly: false': [{ type: 'string', readOnly: false }, { type: 'text' }],

  writeOnly: [{ type: 'string', writeOnly: true, default: 'secret', minLength: 8 }, { type: 'password', minLength: 8 }],
  'writeOnly, number': [{ type: 'integer', writeOnly: true, default: 1234 }, { type: 'password', step: 1 }],
  'writeOnly, enum': [
    { enum: ['a'], writeOnly: true, default: 'a' }, { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  ],
  'format: password': [{ type: 'string', format: 'password', default: 'secret' }, { type: 'password' }],

  deprecated: [{ type: 'string', deprecated: true }, null],
  'deprecated, required': [{ type: 'string', deprecated: true }, { required: true, type: 'text' }, { required: true }],
  'deprecated, with a default': [{ type: 'string', deprecated: true, default: '' }, null, { required: true }],

  string: [{ type: 'string' }, { type: 'text' }],
  'string of 255': [{ type: 'string', maxLength: 255 }, { type: 'text', maxLength: 255 }],
  'string over 255': [{ type: 'string', maxLength: 256 }, { type: 'textarea', maxLength: 256 }],
  'contentMediaType, text': [{ type: 'string', contentMediaType: 'text/markdown' }, { type: 'textarea' }],
  'contentMediaType, JSON': [{ type: 'string', contentMediaType: 'application/ld+json' }, { type: 'textarea' }],
  'minLength, maxLength': [
    { type: 'string', minLength: 0, maxLength: 9 }, { type: 'text', minLength: 0, maxLength: 9 }
  ],
  'pattern, whole': [{ type: 'string', pattern: '^[a-z]+$' }, { regex: '^[a-z]+$', type: 'text' }],
  'pattern, a part': [{ type: 'string', pattern: '[a-z]' }, { regex: '[\\s\\S]*(?:[a-z])[\\s\\S]*', type: 'text' }],
  'pattern that does not compile': [{ type: 'string', pattern: '[\\w-.]' }, { type: 'text' }],

  'format: date': [{ type: 'string', format: 'date' }, { type: 'date' }],
  'format: email': [{ type: 'string', format: 'email', maxLength: 320 }, { type: 'email', maxLength: 320 }],
  'format: uri': [{ type: 'string', format: 'uri' }, { type: 'url' }],
  'format: iri': [{ type: 'string', format: 'iri' }, { type: 'url' }],
  'format: url': [{ type: 'string', format: 'url' }, { type: 'url' }],
  'format: uri-reference': [{ type: 'string', format: 'uri-reference' }, { type: 'text' }],
  'format: date-time': [{ type: 'string', format: 'date-time' }, { type: 'text', placeholder: '2025-01-31T12:00:00Z' }],
  'format: time': [{ type: 'string', format: 'time' }, { type: 'text', placeholder: '12:00:00Z' }],
  'format: time, with an example': [
    { type: 'string', format: 'time', examples: ['08:30:00+01:00'] }, { type: 'text', placeholder: '08:30:00+01:00' }
  ],
  'format: uuid': [{ type: 'string', format: 'uuid' }, { regex: UUID, type: 'text' }],
  'format: uuid, with a pattern': [
    { type: 'string', format: 'uuid', pattern: '^.{36}$' }, { regex: '^.{36}$', type: 'text' }
  ],
  'a format named as a member of every object': [{ type: 'string', format: 'constructor' }, { type: 'text' }],

  integer: [{ type: 'integer' }, { type: 'number', step: 1 }],
  'integer, multipleOf': [{ type: 'integer', multipleOf: 5 }, { type: 'number', step: 5 }],
  'integer, multipleOf a part': [{ type: 'integer', multipleOf: 0.5 }, { type: 'number', step: 1 }],
  'integer, multipleOf nothing': [{ type: 'integer', multipleOf: 0 }, { type: 'number', step: 1 }],
  number: [{ type: 'number' }, { type: 'number' }],
  'number, multipleOf': [{ type: 'number', multipleOf: 0.01 }, { type: 'number', step: 0.01 }],
  'minimum, maximum': [{ type: 'number', minimum: 0, maximum: 1.5 }, { type: 'number', min: 0, max: 1.5 }],
  'integer, minimum and maximum': [
    { type: 'integer', minimum: 0, maximum: 100 }, { type: 'number', min: 0, max: 100, step: 1 }
  ],

  boolean: [{ type: 'boolean' }, { options: { inline: options('true', 'false'), maxItems: 1 } }],
  'boolean, required': [
    { type: 'boolean' }, { required: true, options: { inline: options('true', 'false'), maxItems: 1 } },
    { required: true }
  ],

  enum: [
    { type: 'string', enum: ['a', 'b'], minLength: 1 },
    { options: { inline: options('a', 'b'), minItems: 0, maxItems: 1 } }
  ],
  'enum, required': [
    { enum: ['a', 'b'] }, { required: true, options: { inline: options('a', 'b'), minItems: 1, maxItems: 1 } },
    { required: true }
  ],
  'enum, required, PATCH': [
    { enum: ['a'] }, { required: true, options: { inline: options('a'), minItems: 1, maxItems: 1 } },
    { required: true, method: 'PATCH' }
  ],
  'enum of numbers': [
    { type: 'number', enum: [0, 1.5] }, { options: { inline: options('0', '1.5'), minItems: 0, maxItems: 1 } }
  ],
  'enum of booleans': [
    { type: 'boolean', enum: [true] }, { options: { inline: options('true'), minItems: 0, maxItems: 1 } }
  ],
  'enum of numbers without a type': [
    { enum: [0, 1, null] }, { options: { inline: options('0', '1'), minItems: 0, maxItems: 1 } }
  ],
  'oneOf of numbers without a type': [
    { oneOf: [{ const: 0 }, { const: 1 }] }, { options: { inline: options('0', '1'), minItems: 0, maxItems: 1 } }
  ],
  'oneOf of numbers and texts without a type': [
    { oneOf: [{ const: 0 }, { const: 'a' }] }, { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  ],
  'enum of any values': [
    { enum: ['a', 1, null, true, {}, ['b'], ''] }, { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  ],
  'enum of several types': [
    { type: ['integer', 'boolean'], enum: ['a', 1, true] },
    { options: { inline: options('1', 'true'), minItems: 0, maxItems: 1 } }
  ],
  'enum where a text stays a text': [
    { type: ['integer', 'string'], enum: ['a', 1] }, { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  ],
  'enum with null': [
    { type: ['string', 'null'], enum: ['a', null] }, { options: { inline: options('a'), minItems: 0, maxItems: 1 } },
    { required: true }
  ],
  'enum with one value twice': [{ enum: ['a', 'a'] }, { options: { inline: options('a'), minItems: 0, maxItems: 1 } }],
  'oneOf with titles': [
    { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] },
    { options: { inline: [{ prompt: 'First', value: 'a' }, { prompt: 'b', value: 'b' }], minItems: 0, maxItems: 1 } }
  ],
  'anyOf with titles, numbers': [
    { type: 'integer', anyOf: [{ const: 1, title: 'Low' }, { const: 2, title: 'High' }] },
    { options: { inline: [{ prompt: 'Low', value: '1' }, { prompt: 'High', value: '2' }], minItems: 0, maxItems: 1 } }
  ],
  'oneOf beside enum': [
    { enum: ['a', 'b'], oneOf: [{ const: 'b', title: 'Second' }, { const: 'c', title: 'Third' }] },
    { options: { inline: [{ prompt: 'Second', value: 'b' }], minItems: 0, maxItems: 1 } }
  ],
  'anyOf of enums': [
    { anyOf: [{ enum: ['a', 'b'], title: 'Letters' }, { type: 'integer', enum: [1] }] },
    { options: { inline: options('a', 'b', '1'), minItems: 0, maxItems: 1 } }
  ],

  'array of enum': [
    { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 2, default: ['b', 'c'] },
    { options: { inline: options('a', 'b'), minItems: 1, maxItems: 2, selectedValues: ['b'] } }
  ],
  'array of alternatives': [
    { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }, { const: 'b' }] } },
    { required: true, options: { inline: [{ prompt: 'A', value: 'a' }, { prompt: 'b', value: 'b' }] } },
    { required: true }
  ],
  'array of free scalars': [{ type: 'array', items: { type: 'string' } }, null],
  'array of free scalars, required': [
    { type: 'array', items: { type: 'string' } }, null,
    { required: true, finding: /^A form has a control for an array only if/ }
  ],
  'array of objects, required': [
    { type: 'array', items: { type: 'object' } }, null,
    { required: true, finding: /^A form has a control for an array only if/ }
  ],
  'array of numbers without a type': [
    { type: 'array', items: { enum: [1] } }, { options: { inline: options('1') } }
  ],
  'array by position': [
    { type: 'array', items: [{ enum: ['a'] }] }, null,
    { required: true, finding: /^A form has a control for an array only if/ }
  ],
  'array of anything': [{ type: 'array' }, null],

  'contentMediaType, with a parameter': [
    { type: 'string', contentMediaType: 'application/json; charset=utf-8' }, { type: 'textarea' }
  ],
  binary: [{ type: 'string', format: 'binary' }, null],
  'binary, base64': [
    { type: 'string', contentEncoding: 'base64' }, null,
    { required: true, finding: /^A form has no control for binary data/ }
  ],
  'binary, image': [{ type: 'string', contentMediaType: 'image/png' }, null, { required: true, finding: /binary/ }],
  object: [{ type: 'object', properties: { a: { type: 'string' } } }, null],
  'object, required': [
    { properties: { a: { type: 'string' } } }, null, { required: true, finding: /config\.hyper\.formInput/ }
  ],

  'type with null': [{ type: ['string', 'null'] }, { type: 'text' }, { required: true }],
  nullable: [{ type: 'integer', nullable: true }, { type: 'number', step: 1 }, { required: true }],
  'anyOf with null': [
    { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, { type: 'date' }, { required: true }
  ],
  'oneOf with null': [
    { oneOf: [{ const: null }, { enum: ['a'] }] }, { options: { inline: options('a'), minItems: 0, maxItems: 1 } },
    { required: true }
  ],
  'only null': [{ type: 'null' }, null, { required: true, finding: /no control for null/ }],
  'only anyOf null': [{ anyOf: [{ type: 'null' }] }, null, { required: true, finding: /no control for null/ }],

  'several types, text among them': [{ type: ['number', 'string'], minimum: 5 }, { type: 'text' }],
  'several types without text': [{ type: ['boolean', 'integer'] }, { type: 'number', step: 1 }],
  'a type that JSON does not have': [{ type: 'Date' }, null, { finding: /'Date' is not a JSON type\.$/ }],
  'a type that JSON does not have, required': [
    { type: 'Date' }, null,
    { required: true, finding: /'Date' is not a JSON type\. The route rejects the form without it/ }
  ],
  'no type': [{ type: [] }, null, { required: true, finding: /no common type/ }],
  false: [false, null],
  'false, required': [false, null, { required: true, finding: /allows no value/ }],
  'not: {}': [{ not: {} }, null],
  'not: true': [{ not: true }, null],
  'not and if': [
    { type: 'string', not: { enum: ['a'] }, if: { minLength: 1 }, then: { maxLength: 5 } }, { type: 'text' }
  ],

  'alternatives: the first that has a control': [
    {
      title: 'Tags',
      anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string', maxLength: 9 }, { type: 'number' }]
    },
    { prompt: 'Tags', type: 'text', maxLength: 9 }
  ],
  'alternatives beside a type': [
    { type: 'string', maxLength: 20, anyOf: [{ format: 'email' }, { format: 'uri' }] },
    { type: 'email', maxLength: 20 }
  ],
  'alternatives without a control': [
    { anyOf: [{ type: 'array' }, { type: 'object' }] }, null,
    { required: true, finding: /^A form has a control for an array only if/ }
  ],
  'alternatives that are objects': [
    { anyOf: [{ type: 'object' }, { type: 'object' }] }, null, { required: true, finding: /or for an object/ }
  ],

  'a schema that is none': ['string', { type: 'text' }]
}

for (const [name, [schema, property, { method = 'POST', required = false, finding } = {}]] of Object.entries(rows)) {
  t.test(name, async t => {
    const body = { type: 'object', properties: { field: schema }, ...required && { required: ['field'] } }
    const { fields, findings } = deriveForm(body, { method, nested: false, shared: () => undefined })
    t.strictSame(fields.map(field => field.property), property === null ? [] : [{ name: 'field', ...property }])
    t.equal(
      JSON.stringify(fields[0]?.property),
      property === null ? undefined : JSON.stringify({ name: 'field', ...property }), 'in the order of HAL-FORMS'
    )
    t.strictSame(findings.map(({ name }) => name), finding === undefined ? [] : ['field'])
    if (finding !== undefined) t.match(findings[0]!.reason, finding)
  })
}

// The bounds of a number: both are allowed by a form, and a form counts its steps from the lower one.
const bounds: Array<[schema: object, min: number | undefined, max: number | undefined, step?: number]> = [
  [{ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 9 }, 2, 8, 1],
  [{ type: 'integer', exclusiveMinimum: 1.5, exclusiveMaximum: 8.5 }, 2, 8, 1],
  [{ type: 'integer', exclusiveMinimum: -1, exclusiveMaximum: 1 }, 0, 0, 1],
  [{ type: 'integer', minimum: 1.5, maximum: 8.5 }, 2, 8, 1],
  [{ type: 'integer', minimum: -0.5, maximum: 0.5 }, 0, 0, 1],
  [{ type: 'integer', minimum: 3, exclusiveMinimum: 1, maximum: 5, exclusiveMaximum: 9 }, 3, 5, 1],
  [{ type: 'integer', minimum: 1, exclusiveMinimum: 3, maximum: 9, exclusiveMaximum: 5 }, 4, 4, 1],
  [{ type: 'integer', minimum: 3, maximum: 19, multipleOf: 5 }, 5, 15, 5],
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, -9007199254740991, 9007199254740991, 1],
  [{ type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true }, 2, 8, 1],
  [{ type: 'integer', minimum: 1, exclusiveMinimum: false, maximum: 9, exclusiveMaximum: false }, 1, 9, 1],
  [{ type: 'integer', exclusiveMinimum: true }, undefined, undefined, 1],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, undefined, 0.9999999999999999],
  [{ type: 'number', exclusiveMinimum: -1, exclusiveMaximum: 0 }, -0.9999999999999999, undefined],
  [{ type: 'number', exclusiveMinimum: 1.5, maximum: 3 }, 1.5000000000000002, 3],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 }, 0.1, 0.9, 0.1],
  [{ type: 'number', minimum: 0.3, maximum: 0.7, multipleOf: 0.1 }, 0.3, 0.7, 0.1],
  [{ type: 'number', minimum: 0.25, maximum: 0.75, multipleOf: 0.1 }, 0.3, 0.7, 0.1],
  [{ type: 'number', minimum: 4e-103, maximum: 2_000_000_000.25, multipleOf: 0.5 }, 0.5, 2_000_000_000, 0.5],
  [{ type: 'number', minimum: 5e-324, maximum: 20, multipleOf: 10 }, 10, 20, 10],
  [{ type: 'number', maximum: 1801.2499999999986, multipleOf: 0.125 }, undefined, 1801.125, 0.125],
  [{ type: 'number', minimum: 0.01, maximum: 99.99, multipleOf: 0.01 }, 0.01, 99.99, 0.01]
]

t.test('bounds of a schema are bounds of its field', async t => {
  for (const [schema, min, max, step] of bounds) {
    const { fields: [field] } = deriveForm({
      type: 'object', properties: { n: schema }
    }, { method: 'POST', nested: false, shared: () => undefined })
    const { property } = field!
    t.strictSame([property.min, property.max, property.step], [min, max, step], JSON.stringify(schema))
  }
})

// What the server knows of a field beside its property.
const facts: Array<[
  name: string, schema: object, method: string, many: boolean, required: boolean, nullable?: boolean
]> = [
  ['optional', { properties: { a: { type: 'string' } } }, 'POST', false, false],
  ['required', { properties: { a: { type: 'string' } }, required: ['a'] }, 'POST', false, true],
  ['required in PATCH', { properties: { a: { type: 'string' } }, required: ['a'] }, 'PATCH', false, true],
  ['required in a query', { properties: { a: { type: 'string' } }, required: ['a'] }, 'GET', false, true],
  [
    'required, with a default', { properties: { a: { type: 'string', default: '' } }, required: ['a'] }, 'POST', false,
    false
  ],
  [
    'required, with a default behind a reference, which the validator does not fill in',
    { properties: { a: { $ref: '#/definitions/a' } }, required: ['a'], definitions: { a: { default: 'b' } } }, 'POST',
    false, true
  ],
  [
    'required, or null', { properties: { a: { type: ['string', 'null'] } }, required: ['a'] }, 'POST', false, true, true
  ],
  [
    'required, or null, PATCH', { properties: { a: { type: ['string', 'null'] } }, required: ['a'] }, 'PATCH', false,
    true
  ],
  ['optional, or null', { properties: { a: { type: ['string', 'null'] } } }, 'POST', false, false],
  ['a list', { properties: { a: { type: 'array', items: { enum: ['b'] } } } }, 'POST', true, false]
]

t.test('a schema decides whether a field is required, repeated and nullable', async t => {
  for (const [name, schema, method, many, required, nullable = false] of facts) {
    const { fields, tree } = deriveForm(schema, { method, nested: false, shared: () => undefined })
    t.match(fields, [{ path: ['a'], many, required }], name)
    t.match(tree, { members: [{ name: 'a', node: { nullable: nullable || undefined } }] }, name)
  }
})

t.test('fields stand in the order of the schema', async t => {
  const { fields } = deriveForm({ properties: { b: {}, a: {}, c: {} } }, {
    method: 'POST', nested: false, shared: () => undefined
  })
  t.same(fields.map(({ property }) => property.name), ['b', 'a', 'c'])
})

t.test('a schema that is no object has no fields', async t => {
  for (const schema of [
    undefined, null, true, 'object', {}, { type: 'array', properties: { a: {} } }, { type: 'object' },
    { type: 'object', properties: [] }
  ]) {
    const { fields, findings } = deriveForm(schema, { method: 'POST', nested: true, shared: () => undefined })
    t.same([fields, findings], [[], []], JSON.stringify(schema))
  }
})

t.test('a list that the form need not have has the limits of its schema', async t => {
  const list = { type: 'array', items: { enum: ['b', 'c'] }, minItems: 1, maxItems: 1 }
  const { fields } = deriveForm({ properties: { a: list } }, { method: 'POST', nested: false })
  t.match(fields, [{ property: { options: { minItems: 1, maxItems: 1 } } }])
})

t.test('a deprecated member of an object has a field if the route rejects the input without it', async t => {
  const object = {
    type: 'object', required: ['old'], properties: { old: { type: 'string', deprecated: true }, other: {} }
  }
  const namesOf = (required: readonly string[]) =>
    deriveForm({ properties: { object }, required }, { method: 'POST', nested: true })
      .fields.map(({ property }) => property.name)
  t.strictSame(namesOf([]), ['object.other'])
  t.strictSame(namesOf(['object']), ['object.old', 'object.other'])
})
