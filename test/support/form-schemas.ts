import fc from 'fast-check'

// JSON schemas that a form can show, drawn at random: one arbitrary for each row of the mapping.

/** The schema of one member of an object. */
interface Part {
  readonly schema: object
  /** Whether the object may require it: forms have no control for some, and need not require what has a default. */
  readonly required: 'may' | 'by default' | 'never'
}

/** A schema of an input. */
export interface FormSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
}

/** Schemas that the app shares, for references. */
export const SHARED = [
  { $id: 'money', type: 'number', minimum: 0, maximum: 1_000_000, multipleOf: 0.25 },
  {
    $id: 'address',
    type: 'object',
    properties: { street: { type: 'string', maxLength: 40 }, zip: { type: 'string', pattern: '^\\d{5}$' } },
    definitions: { country: { type: 'string', enum: ['CH', 'DE', 'NL'] } }
  }
]

const part = (schema: fc.Arbitrary<object>, required: Part['required'] = 'may'): fc.Arbitrary<Part> =>
  schema.map(schema => ({ schema, required }))
const bounds = (least: number, most: number) =>
  fc.tuple(fc.integer({ min: least, max: most }), fc.integer({ min: 0, max: most - least }))
const some = fc.record(
  { title: fc.constantFrom('Label', 'Größe "x"'), description: fc.constant('Some text.') }, { requiredKeys: [] }
)
const described = (schema: fc.Arbitrary<object>) => fc.tuple(schema, some)
  .map(([schema, more]) => ({ ...more, ...schema }))

const lengths = fc.oneof(
  fc.constant({}),
  bounds(0, 300).map(([minLength, more]) => ({ minLength, maxLength: Math.max(1, minLength + more) })),
  fc.integer({ min: 1, max: 300 }).map(maxLength => ({ maxLength })),
  fc.integer({ min: 0, max: 20 }).map(minLength => ({ minLength }))
)

// With bounds that its texts can keep.
const patterns = fc.constantFrom(
  { pattern: '^[A-Z]{2}\\d{3}$' }, { pattern: '^[a-z][a-z0-9-]*$', maxLength: 12 }, { pattern: '^(?:red|green|blue)$' },
  { pattern: '^red$|^green$' },
  { pattern: '\\d' }, { pattern: '^a' }, { pattern: 'z$' }, { pattern: '^[\\w.-]+$', minLength: 2 }, { pattern: 'a|b' },
  { pattern: '^[^@/|(){}]+$' },
  { pattern: '^\\p{L}+$' }, { pattern: '^[+-]?\\d+(?:[.,]\\d+)?$' }, { pattern: '^[!-~]{1,5}$' },
  { pattern: '^&&[&&x]$' }
)

const formats = fc.oneof(
  fc.constantFrom('date', 'email', 'uuid', 'date-time', 'time', 'uri').map(format => ({ format })),
  fc.constantFrom({ format: 'uri-reference', examples: ['/orders?page=2#top'] }, {
    format: 'ipv4', examples: ['192.0.2.1']
  }, { format: 'password' }, { format: 'password', minLength: 8 }),
  fc.constantFrom({ format: 'email', maxLength: 30 }, { format: 'date', pattern: '^2' })
)

const strings = fc.oneof(
  lengths, patterns, formats, fc.constant({ contentMediaType: 'text/markdown', maxLength: 2000 }),
  fc.constant({ writeOnly: true, maxLength: 30 })
)
  .map(more => ({ type: 'string', ...more }))

const multiple = fc.constantFrom<number | undefined>(undefined, undefined, 1, 2, 3, 5, 10, 100)
const lower = fc.constantFrom<'minimum' | 'exclusiveMinimum' | null>('minimum', 'exclusiveMinimum', null)
const upper = fc.constantFrom<'maximum' | 'exclusiveMaximum' | null>('maximum', 'exclusiveMaximum', null)

// The bounds are wide enough for a multiple between them.
const numeric = (type: string, multiples: fc.Arbitrary<number | undefined>, limit: fc.Arbitrary<number>) =>
  fc.tuple(limit, limit, lower, upper, multiples).map(([from, width, least, most, multipleOf]) => ({
    type,
    ...least === null ? {} : { [least]: from },
    ...most === null ? {} : { [most]: from + Math.abs(width) + 2 * (multipleOf ?? 1) },
    ...multipleOf === undefined ? {} : { multipleOf }
  }))

const integers = numeric(
  'integer', multiple,
  fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constant(0), fc.integer({ min: -2_000_000, max: 2_000_000 })
    .map(number => number / 8))
)
const numbers = numeric(
  'number', fc.oneof(multiple, fc.constantFrom(0.5, 0.25, 0.125)),
  fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ min: -1000, max: 1000, noNaN: true }))
)

const words = fc.uniqueArray(fc.constantFrom(
  'a', 'B', 'red', 'two words', 'süß', '0', 'false', 'null', '1.5', '"', '<b>', '&', 'a,b', '__proto__'
), { minLength: 1, maxLength: 6 })
const counts = fc.uniqueArray(fc.integer({ min: -5, max: 100 }), { minLength: 1, maxLength: 6 })

const titled = (values: readonly unknown[]) => values.map(value => ({ const: value, title: `Choice ${String(value)}` }))
const choices = fc.oneof(
  words.map(values => ({ type: 'string', enum: values })),
  words.map(values => ({ enum: values })),
  counts.map(values => ({ type: 'integer', enum: values })),
  words.map(values => ({ type: 'string', oneOf: titled(values) })),
  counts.map(values => ({ type: 'integer', oneOf: titled(values) })),
  words.map(values => ({ type: 'string', anyOf: titled(values) })),
  fc.constant({ type: 'boolean', enum: [true] })
)

const lists = fc.tuple(words, fc.nat(6), fc.nat(6), fc.boolean()).map(([values, least, more, uniqueItems]) => {
  const minItems = Math.min(least, values.length)
  return {
    type: 'array',
    items: { type: 'string', enum: values },
    minItems,
    maxItems: Math.max(1, minItems + more),
    uniqueItems
  }
})
const openLists = counts.map(values => ({ type: 'array', items: { type: 'integer', enum: values } }))

const constants = fc.constantFrom({ const: 'v1' }, { type: 'integer', const: 7 }, { type: 'boolean', const: false })

const defaults = fc.constantFrom(
  { type: 'integer', minimum: 1, maximum: 100, default: 1 }, { type: 'number', multipleOf: 0.5, default: 2.5 },
  { type: 'integer', multipleOf: 5, default: 10 }, { type: 'boolean', default: true },
  { type: 'string', default: 'some text', maxLength: 20 },
  { type: 'string', enum: ['Standard', 'Express'], default: 'Standard' },
  { type: 'array', items: { enum: ['a', 'b'] }, default: ['b'] }
)

const nullable = fc.oneof(
  fc.constantFrom('string', 'integer', 'number', 'boolean').map(type => ({ type: [type, 'null'] })),
  fc.constantFrom('string', 'integer').map(type => ({ type, nullable: true })),
  fc.constantFrom('date', 'email').map(format => ({ anyOf: [{ type: 'string', format }, { type: 'null' }] })),
  words.map(values => ({ type: ['string', 'null'], enum: [...values, null] }))
)

const composed = fc.oneof(
  fc.tuple(bounds(1, 20), bounds(1, 20)).map(([[one], [other, more]]) =>
    ({ allOf: [{ type: 'string', minLength: one }, { minLength: other, maxLength: 20 + more }] })),
  numbers.map(schema => ({ allOf: [schema], title: 'Composed' })),
  fc.constantFrom(
    { $ref: 'money#' }, { $ref: 'address#/properties/zip' }, { $ref: 'address#/definitions/country' },
    { allOf: [{ $ref: 'money#' }, { minimum: 10.1 }] }
  ),
  fc.constantFrom(
    { anyOf: [{ type: 'string', pattern: '^\\d+$' }, { type: 'string', format: 'email' }] },
    { oneOf: [{ type: 'integer', minimum: 5 }, { type: 'boolean' }] }
  )
)

const unseen = fc.constantFrom({ type: 'string', readOnly: true }, {
  type: 'string', deprecated: true, minLength: 5
}, { type: 'array', items: { type: 'object' } }, { type: 'string', format: 'byte' }, { type: 'string', const: '' })

const member: fc.Arbitrary<Part> = fc.oneof(
  ...[strings, integers, numbers, choices, lists].map(schema => ({ weight: 3, arbitrary: part(described(schema)) })),
  ...[openLists, constants, composed, fc.constant({ type: 'boolean' })].map(schema => part(schema)),
  part(defaults, 'by default'),
  part(fc.oneof(nullable, unseen), 'never')
)

const name = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-zA-Z]{0,6}$/) },
  fc.constantFrom(
    'first name', 'größe', 'a[b]', 'a[]', 'x/y', 'x~y', '0', '-', '$ref', 'type', 'required', '%', '&', '='
  )
)

function objects (inner: fc.Arbitrary<Part>, names: fc.Arbitrary<string>, most: number): fc.Arbitrary<FormSchema> {
  return fc.dictionary(names, fc.tuple(inner, fc.boolean()), { minKeys: 1, maxKeys: most, noNullPrototype: true })
    .map(members => ({
      type: 'object',
      properties: Object.fromEntries(Object.entries(members).map(([name, [{ schema }]]) => [name, schema])),
      required: Object.entries(members)
        .filter(([, [part, isRequired]]) => requiresParts(part) || (isRequired && part.required !== 'never'))
        .map(([name]) => name)
    }))
}

// A form cannot require a field only where another is filled: an object is required where one of its members is.
function requiresParts ({ schema }: Part): boolean {
  const { properties = {}, required = [] } = schema as Partial<FormSchema>
  return schema === mailed || required.some(name => !('default' in properties[name]!))
}

/** Objects of values that a form can show. */
export const flatSchemas = objects(member, fc.oneof({ weight: 9, arbitrary: name }, fc.constant('a.b')), 6)

const mailed = {
  allOf: [{ $ref: 'address#' }, { properties: { city: { type: 'string', minLength: 1 } } }], required: ['zip', 'city']
}

/** The same with objects within them, and by reference. */
export const nestedSchemas = objects(fc.oneof(
  { weight: 4, arbitrary: member },
  {
    weight: 2,
    arbitrary: part(objects(fc.oneof({ weight: 3, arbitrary: member }, part(objects(member, name, 2))), name, 3))
  },
  part(fc.constantFrom({ $ref: 'address#' }, { title: 'To', allOf: [{ $ref: 'address#' }] }), 'never'),
  part(fc.constant(mailed))
), name, 5)
