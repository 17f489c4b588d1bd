import t from 'tap'
import { withoutDefaults, withoutMembers, withRequired, withSubschemas } from '../../../lib/schema/copies.ts'

// Copies of schemas that differ: in what they contain, or in the members of an object.

const replaced = (schema: object) => withSubschemas(schema as Readonly<Record<string, unknown>>, () => 'replaced')

t.test('subschemas are replaced, and nothing that only looks like one', t => {
  const one = { type: 'string' }
  t.strictSame(replaced({ not: one, allOf: [one, true] }), { not: 'replaced', allOf: ['replaced', 'replaced'] })
  for (const keyword of ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']) {
    t.strictSame(replaced({ [keyword]: { default: one, enum: one } }),
      { [keyword]: { default: 'replaced', enum: 'replaced' } }, `the names in ${keyword} are no keywords`)
  }
  const values = {
    type: ['string'], required: ['a'], const: one, default: one, enum: [one], example: one, examples: [one]
  }
  t.strictSame(replaced(values), values)
  t.strictSame(replaced({ additionalProperties: false, title: 'A' }), { additionalProperties: false, title: 'A' })
  t.end()
})

t.test('members are removed, with their names in required', t => {
  const schema = { required: ['a', 'b'], properties: { a: true, b: true, c: true } }
  t.equal(withoutMembers(schema, []), schema)
  t.strictSame(withoutMembers(schema, ['b', 'c']), { required: ['a'], properties: { a: true } })
  t.strictSame(withoutMembers(schema, ['a', 'b']), { properties: { c: true } })
  t.end()
})

t.test('a member with a default is not required', t => {
  const properties = { a: { default: 1 }, b: {} }
  t.strictSame(withoutDefaults({ required: ['a', 'b'], properties }), { required: ['b'], properties })
  t.strictSame(withoutDefaults({ required: ['a'], properties }), { properties })
  const own = { required: ['b', 'c'], properties }
  t.equal(withoutDefaults(own), own)
  t.strictSame(withoutDefaults({ required: ['a'], allOf: [{ properties }, { required: ['a', 'b'] }, true] }), {
    allOf: [{ properties }, { required: ['b'] }, true]
  }, 'in the parts of a schema')
  t.end()
})

t.test('a name is required once, and an empty list is omitted', t => {
  t.strictSame(withRequired({ type: 'object', required: ['c'] }, ['a', 'b', 'a']), {
    type: 'object', required: ['a', 'b']
  })
  t.strictSame(withRequired({ type: 'object', required: ['c'] }, []), { type: 'object' })
  t.end()
})
