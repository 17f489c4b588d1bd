import t from 'tap'
import { deriveForm } from '../../../lib/forms/fields/derive.ts'

// One row for each row of the mapping: how a member of an input becomes a property of a HAL-FORMS template.

interface Row {
  readonly row: string
  readonly schema: unknown
  readonly method?: string
  readonly required?: boolean
  /** Without the name; null where there is no field. */
  readonly property: object | null
  /** Matches the one finding; none if absent. */
  readonly finding?: RegExp
}

const UUID = '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'

const options = (...values: string[]) => values.map(value => ({ prompt: value, value }))

const rows: Row[] = [
  { row: 'no constraint', schema: {}, property: { type: 'text' } },
  { row: 'true', schema: true, property: { type: 'text' } },
  { row: 'required', schema: { type: 'string' }, required: true, property: { required: true, type: 'text' } },
  { row: 'required, PATCH', schema: { type: 'string' }, required: true, method: 'PATCH', property: { type: 'text' } },
  {
    row: 'required, with a default',
    schema: { type: 'string', default: 'a' },
    required: true,
    property: { value: 'a', type: 'text' }
  },
  {
    row: 'title and examples',
    schema: { type: 'string', title: 'Street', examples: ['High St', 'Low St'] },
    property: { prompt: 'Street', type: 'text', placeholder: 'High St' }
  },
  {
    row: 'no title, an example that is no text',
    schema: { type: 'integer', title: '', examples: [5] },
    property: { type: 'number', placeholder: '5', step: 1 }
  },
  { row: 'an example that is an object', schema: { examples: [{}] }, property: { type: 'text' } },

  { row: 'default, string', schema: { type: 'string', default: '' }, property: { value: '', type: 'text' } },
  { row: 'default, number', schema: { type: 'number', default: 0 }, property: { value: '0', type: 'number' } },
  {
    row: 'default, boolean',
    schema: { type: 'boolean', default: false },
    property: { options: { inline: options('true', 'false'), maxItems: 1, selectedValues: ['false'] } }
  },
  {
    row: 'default, enum',
    schema: { enum: ['a', 'b'], default: 'b' },
    property: { options: { inline: options('a', 'b'), minItems: 0, maxItems: 1, selectedValues: ['b'] } }
  },
  {
    row: 'default, enum, required',
    schema: { enum: ['a', 'b'], default: 'b' },
    required: true,
    property: { options: { inline: options('a', 'b'), minItems: 0, maxItems: 1, selectedValues: ['b'] } }
  },
  {
    row: 'default that is no choice',
    schema: { enum: ['a', 'b'], default: 'c' },
    property: { options: { inline: options('a', 'b'), minItems: 0, maxItems: 1 } }
  },
  { row: 'default that is no text', schema: { type: 'string', default: null }, property: { type: 'text' } },

  {
    row: 'const, string',
    schema: { const: 'order', title: 'Kind' },
    required: true,
    property: { prompt: 'Kind', readOnly: true, required: true, value: 'order', type: 'hidden' }
  },
  {
    row: 'const, number',
    schema: { type: 'integer', const: 0 },
    property: { readOnly: true, value: '0', type: 'hidden' }
  },
  {
    row: 'const, boolean',
    schema: { type: 'boolean', const: false },
    property: { readOnly: true, value: 'false', type: 'hidden' }
  },
  {
    row: 'const, a number without a type',
    schema: { const: 5 },
    required: true,
    property: null,
    finding: /None of its values can be sent as/
  },
  { row: 'const, an object', schema: { type: 'object', const: {} }, method: 'PATCH', property: null },
  {
    row: 'const, null',
    schema: { type: 'null', const: null },
    required: true,
    property: null,
    finding: /None of its values/
  },

  { row: 'readOnly, POST', schema: { type: 'string', readOnly: true }, property: null },
  {
    row: 'readOnly, POST, required',
    schema: { type: 'string', readOnly: true },
    required: true,
    property: null,
    finding: /^It is read-only\. The route rejects the form without it/
  },
  { row: 'readOnly, GET', schema: { type: 'string', readOnly: true }, method: 'GET', property: null },
  { row: 'readOnly, DELETE', schema: { type: 'string', readOnly: true }, method: 'DELETE', property: null },
  {
    row: 'readOnly, PUT',
    schema: { type: 'string', readOnly: true },
    method: 'PUT',
    property: { readOnly: true, type: 'text' }
  },
  {
    row: 'readOnly, PATCH',
    schema: { type: 'string', readOnly: true },
    method: 'PATCH',
    property: { readOnly: true, type: 'text' }
  },
  { row: 'readOnly: false', schema: { type: 'string', readOnly: false }, property: { type: 'text' } },

  {
    row: 'writeOnly',
    schema: { type: 'string', writeOnly: true, default: 'secret', minLength: 8 },
    property: { type: 'password', minLength: 8 }
  },
  {
    row: 'writeOnly, number',
    schema: { type: 'integer', writeOnly: true, default: 1234 },
    property: { type: 'password', step: 1 }
  },
  {
    row: 'writeOnly, enum',
    schema: { enum: ['a'], writeOnly: true, default: 'a' },
    property: { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  },
  {
    row: 'format: password',
    schema: { type: 'string', format: 'password', default: 'secret' },
    property: { type: 'password' }
  },

  { row: 'deprecated', schema: { type: 'string', deprecated: true }, property: null },
  {
    row: 'deprecated, required',
    schema: { type: 'string', deprecated: true },
    required: true,
    property: { required: true, type: 'text' }
  },
  {
    row: 'deprecated, with a default',
    schema: { type: 'string', deprecated: true, default: '' },
    required: true,
    property: null
  },

  { row: 'string', schema: { type: 'string' }, property: { type: 'text' } },
  { row: 'string of 255', schema: { type: 'string', maxLength: 255 }, property: { type: 'text', maxLength: 255 } },
  {
    row: 'string over 255', schema: { type: 'string', maxLength: 256 }, property: { type: 'textarea', maxLength: 256 }
  },
  {
    row: 'contentMediaType, text',
    schema: { type: 'string', contentMediaType: 'text/markdown' },
    property: { type: 'textarea' }
  },
  {
    row: 'contentMediaType, JSON',
    schema: { type: 'string', contentMediaType: 'application/ld+json' },
    property: { type: 'textarea' }
  },
  {
    row: 'minLength, maxLength',
    schema: { type: 'string', minLength: 0, maxLength: 9 },
    property: { type: 'text', minLength: 0, maxLength: 9 }
  },
  {
    row: 'pattern, whole',
    schema: { type: 'string', pattern: '^[a-z]+$' },
    property: { regex: '^[a-z]+$', type: 'text' }
  },
  {
    row: 'pattern, a part',
    schema: { type: 'string', pattern: '[a-z]' },
    property: { regex: '[\\s\\S]*(?:[a-z])[\\s\\S]*', type: 'text' }
  },
  {
    row: 'pattern that does not compile',
    schema: { type: 'string', pattern: '[\\w-.]' },
    property: { type: 'text' },
    finding: /^Its pattern is omitted/
  },

  { row: 'format: date', schema: { type: 'string', format: 'date' }, property: { type: 'date' } },
  {
    row: 'format: email',
    schema: { type: 'string', format: 'email', maxLength: 320 },
    property: { type: 'email', maxLength: 320 }
  },
  { row: 'format: uri', schema: { type: 'string', format: 'uri' }, property: { type: 'url' } },
  { row: 'format: iri', schema: { type: 'string', format: 'iri' }, property: { type: 'url' } },
  { row: 'format: url', schema: { type: 'string', format: 'url' }, property: { type: 'url' } },
  { row: 'format: uri-reference', schema: { type: 'string', format: 'uri-reference' }, property: { type: 'text' } },
  {
    row: 'format: date-time',
    schema: { type: 'string', format: 'date-time' },
    property: { type: 'text', placeholder: '2025-01-31T12:00:00Z' }
  },
  {
    row: 'format: time',
    schema: { type: 'string', format: 'time' },
    property: { type: 'text', placeholder: '12:00:00Z' }
  },
  {
    row: 'format: time, with an example',
    schema: { type: 'string', format: 'time', examples: ['08:30:00+01:00'] },
    property: { type: 'text', placeholder: '08:30:00+01:00' }
  },
  { row: 'format: uuid', schema: { type: 'string', format: 'uuid' }, property: { regex: UUID, type: 'text' } },
  {
    row: 'format: uuid, with a pattern',
    schema: { type: 'string', format: 'uuid', pattern: '^.{36}$' },
    property: { regex: '^.{36}$', type: 'text' }
  },
  {
    row: 'a format named as a member of every object',
    schema: { type: 'string', format: 'constructor' },
    property: { type: 'text' }
  },

  { row: 'integer', schema: { type: 'integer' }, property: { type: 'number', step: 1 } },
  { row: 'integer, multipleOf', schema: { type: 'integer', multipleOf: 5 }, property: { type: 'number', step: 5 } },
  {
    row: 'integer, multipleOf a part',
    schema: { type: 'integer', multipleOf: 0.5 },
    property: { type: 'number', step: 1 }
  },
  {
    row: 'integer, multipleOf nothing',
    schema: { type: 'integer', multipleOf: 0 },
    property: { type: 'number', step: 1 }
  },
  { row: 'number', schema: { type: 'number' }, property: { type: 'number' } },
  { row: 'number, multipleOf', schema: { type: 'number', multipleOf: 0.01 }, property: { type: 'number', step: 0.01 } },
  {
    row: 'minimum, maximum',
    schema: { type: 'number', minimum: 0, maximum: 1.5 },
    property: { type: 'number', min: 0, max: 1.5 }
  },
  {
    row: 'integer, minimum and maximum',
    schema: { type: 'integer', minimum: 0, maximum: 100 },
    property: { type: 'number', min: 0, max: 100, step: 1 }
  },

  {
    row: 'boolean',
    schema: { type: 'boolean' },
    property: { options: { inline: options('true', 'false'), maxItems: 1 } }
  },
  {
    row: 'boolean, required',
    schema: { type: 'boolean' },
    required: true,
    property: { required: true, options: { inline: options('true', 'false'), maxItems: 1 } }
  },

  {
    row: 'enum',
    schema: { type: 'string', enum: ['a', 'b'], minLength: 1 },
    property: { options: { inline: options('a', 'b'), minItems: 0, maxItems: 1 } }
  },
  {
    row: 'enum, required',
    schema: { enum: ['a', 'b'] },
    required: true,
    property: { required: true, options: { inline: options('a', 'b'), minItems: 1, maxItems: 1 } }
  },
  {
    row: 'enum, required, PATCH',
    schema: { enum: ['a'] },
    required: true,
    method: 'PATCH',
    property: { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  },
  {
    row: 'enum of numbers',
    schema: { type: 'number', enum: [0, 1.5] },
    property: { options: { inline: options('0', '1.5'), minItems: 0, maxItems: 1 } }
  },
  {
    row: 'enum of booleans',
    schema: { type: 'boolean', enum: [true] },
    property: { options: { inline: options('true'), minItems: 0, maxItems: 1 } }
  },
  { row: 'enum of numbers without a type', schema: { enum: [0, 1] }, property: null },
  {
    row: 'enum of numbers without a type, required',
    schema: { enum: [0, 1] },
    required: true,
    property: null,
    finding: /add the type of the values to its schema/
  },
  {
    row: 'enum of any values',
    schema: { enum: ['a', 1, null, true, {}, ['b'], ''] },
    property: { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  },
  {
    row: 'enum of several types',
    schema: { type: ['integer', 'boolean'], enum: ['a', 1, true] },
    property: { options: { inline: options('1', 'true'), minItems: 0, maxItems: 1 } }
  },
  {
    row: 'enum where a text stays a text',
    schema: { type: ['integer', 'string'], enum: ['a', 1] },
    property: { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  },
  {
    row: 'enum with null',
    schema: { type: ['string', 'null'], enum: ['a', null] },
    required: true,
    property: { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  },
  {
    row: 'enum with one value twice',
    schema: { enum: ['a', 'a'] },
    property: { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  },
  {
    row: 'oneOf with titles',
    schema: { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] },
    property: {
      options: { inline: [{ prompt: 'First', value: 'a' }, { prompt: 'b', value: 'b' }], minItems: 0, maxItems: 1 }
    }
  },
  {
    row: 'anyOf with titles, numbers',
    schema: { type: 'integer', anyOf: [{ const: 1, title: 'Low' }, { const: 2, title: 'High' }] },
    property: {
      options: { inline: [{ prompt: 'Low', value: '1' }, { prompt: 'High', value: '2' }], minItems: 0, maxItems: 1 }
    }
  },
  {
    row: 'oneOf beside enum',
    schema: { enum: ['a', 'b'], oneOf: [{ const: 'b', title: 'Second' }, { const: 'c', title: 'Third' }] },
    property: { options: { inline: [{ prompt: 'Second', value: 'b' }], minItems: 0, maxItems: 1 } }
  },
  {
    row: 'anyOf of enums',
    schema: { anyOf: [{ enum: ['a', 'b'], title: 'Letters' }, { type: 'integer', enum: [1] }] },
    property: { options: { inline: options('a', 'b', '1'), minItems: 0, maxItems: 1 } }
  },

  {
    row: 'array of enum',
    schema: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 2, default: ['b', 'c'] },
    property: { options: { inline: options('a', 'b'), minItems: 1, maxItems: 2, selectedValues: ['b'] } }
  },
  {
    row: 'array of alternatives',
    schema: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }, { const: 'b' }] } },
    required: true,
    property: { required: true, options: { inline: [{ prompt: 'A', value: 'a' }, { prompt: 'b', value: 'b' }] } }
  },
  { row: 'array of free scalars', schema: { type: 'array', items: { type: 'string' } }, property: null },
  {
    row: 'array of free scalars, required',
    schema: { type: 'array', items: { type: 'string' } },
    required: true,
    property: null,
    finding: /^A form has a control for an array only if/
  },
  {
    row: 'array of objects, required',
    schema: { type: 'array', items: { type: 'object' } },
    required: true,
    property: null,
    finding: /^A form has a control for an array only if/
  },
  {
    row: 'array of numbers without a type',
    schema: { type: 'array', items: { enum: [1] } },
    required: true,
    property: null,
    finding: /can be sent as/
  },
  {
    row: 'array by position',
    schema: { type: 'array', items: [{ enum: ['a'] }] },
    required: true,
    property: null,
    finding: /^A form has a control for an array only if/
  },
  { row: 'array of anything', schema: { type: 'array' }, property: null },

  {
    row: 'contentMediaType, with a parameter',
    schema: { type: 'string', contentMediaType: 'application/json; charset=utf-8' },
    property: { type: 'textarea' }
  },
  { row: 'binary', schema: { type: 'string', format: 'binary' }, property: null },
  {
    row: 'binary, base64',
    schema: { type: 'string', contentEncoding: 'base64' },
    required: true,
    property: null,
    finding: /^A form has no control for binary data/
  },
  {
    row: 'binary, image',
    schema: { type: 'string', contentMediaType: 'image/png' },
    required: true,
    property: null,
    finding: /binary/
  },
  { row: 'object', schema: { type: 'object', properties: { a: { type: 'string' } } }, property: null },
  {
    row: 'object, required',
    schema: { properties: { a: { type: 'string' } } },
    required: true,
    property: null,
    finding: /config\.hyper\.formInput/
  },

  { row: 'type with null', schema: { type: ['string', 'null'] }, required: true, property: { type: 'text' } },
  {
    row: 'nullable', schema: { type: 'integer', nullable: true }, required: true, property: { type: 'number', step: 1 }
  },
  {
    row: 'anyOf with null',
    schema: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    required: true,
    property: { type: 'date' }
  },
  {
    row: 'oneOf with null',
    schema: { oneOf: [{ const: null }, { enum: ['a'] }] },
    required: true,
    property: { options: { inline: options('a'), minItems: 0, maxItems: 1 } }
  },
  { row: 'only null', schema: { type: 'null' }, required: true, property: null, finding: /no control for null/ },
  {
    row: 'only anyOf null',
    schema: { anyOf: [{ type: 'null' }] },
    required: true,
    property: null,
    finding: /no control for null/
  },

  {
    row: 'several types, text among them',
    schema: { type: ['number', 'string'], minimum: 5 },
    property: { type: 'text' }
  },
  {
    row: 'several types without text', schema: { type: ['boolean', 'integer'] }, property: { type: 'number', step: 1 }
  },
  {
    row: 'a type that JSON does not have',
    schema: { type: 'Date' },
    property: null,
    finding: /'Date' is not a JSON type\.$/
  },
  {
    row: 'a type that JSON does not have, required',
    schema: { type: 'Date' },
    required: true,
    property: null,
    finding: /'Date' is not a JSON type\. The route rejects the form without it/
  },
  { row: 'no type', schema: { type: [] }, required: true, property: null, finding: /no common type/ },
  { row: 'false', schema: false, property: null },
  { row: 'false, required', schema: false, required: true, property: null, finding: /allows no value/ },
  { row: 'not: {}', schema: { not: {} }, property: null },
  { row: 'not: true', schema: { not: true }, property: null },
  {
    row: 'not and if',
    schema: { type: 'string', not: { enum: ['a'] }, if: { minLength: 1 }, then: { maxLength: 5 } },
    property: { type: 'text' }
  },

  {
    row: 'alternatives: the first that has a control',
    schema: {
      title: 'Tags',
      anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string', maxLength: 9 }, { type: 'number' }]
    },
    property: { prompt: 'Tags', type: 'text', maxLength: 9 }
  },
  {
    row: 'alternatives beside a type',
    schema: { type: 'string', maxLength: 20, anyOf: [{ format: 'email' }, { format: 'uri' }] },
    property: { type: 'email', maxLength: 20 }
  },
  {
    row: 'alternatives without a control',
    schema: { anyOf: [{ type: 'array' }, { type: 'object' }] },
    required: true,
    property: null,
    finding: /^A form has a control for an array only if/
  },
  {
    row: 'alternatives that are objects',
    schema: { anyOf: [{ type: 'object' }, { type: 'object' }] },
    required: true,
    property: null,
    finding: /or for an object/
  },

  { row: 'a schema that is none', schema: 'string', property: { type: 'text' } }
]

for (const { row, schema, method = 'POST', required = false, property, finding } of rows) {
  t.test(row, async t => {
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
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 5e-324, 0.9999999999999999],
  [{ type: 'number', exclusiveMinimum: -1, exclusiveMaximum: 0 }, -0.9999999999999999, -5e-324],
  [{ type: 'number', exclusiveMinimum: 1.5 }, 1.5000000000000002, undefined],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 }, 0.1, 0.9, 0.1],
  [{ type: 'number', minimum: 0.3, maximum: 0.7, multipleOf: 0.1 }, 0.3, 0.7, 0.1],
  [{ type: 'number', minimum: 0.25, maximum: 0.75, multipleOf: 0.1 }, 0.3, 0.7, 0.1],
  [{ type: 'number', minimum: 4e-103, maximum: 2_000_000_000.25, multipleOf: 0.5 }, 0.5, 2_000_000_000, 0.5],
  [{ type: 'number', minimum: 5e-324, maximum: 20, multipleOf: 10 }, 10, 20, 10],
  [{ type: 'number', maximum: 1801.2499999999986, multipleOf: 0.125 }, undefined, 1801.125, 0.125],
  [{ type: 'number', minimum: 0.01, maximum: 99.99, multipleOf: 0.01 }, 0.01, 99.99, 0.01]
]

t.test('bounds', async t => {
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

t.test('facts', async t => {
  for (const [name, schema, method, many, required, nullable = false] of facts) {
    const { fields } = deriveForm(schema, { method, nested: false, shared: () => undefined })
    t.match(fields, [{ path: ['a'], many, required, nullable }], name)
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
    t.same(deriveForm(schema, { method: 'POST', nested: true, shared: () => undefined }), {
      fields: [], objects: [], findings: []
    }, JSON.stringify(schema))
  }
})
