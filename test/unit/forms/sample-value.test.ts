import t from 'tap'
import { z } from 'zod'
import { constraintConflict, sampleInputs, sampleValue } from '../../../testing/forms/sample-inputs.ts'
import type { FieldOptions, ProjectedField } from '../../../types/forms.ts'

const options = (values: string, more: Omit<FieldOptions, 'inline'> = {}): FieldOptions =>
  ({
    inline: values.split(' ').filter(value => value !== '').map(value => ({ prompt: value.toUpperCase(), value })),
    ...more
  })

const UUID = '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
const ZOD_UUID = z.toJSONSchema(z.uuid()).pattern!

// A field, and the sample values at its lower and upper bound.
const values: readonly (readonly [Omit<ProjectedField, 'name'>, unknown, unknown])[] = [
  [{ type: 'text', maxLength: 5 }, 'a', 'aaaaa'],
  [{ type: 'text', minLength: 3, maxLength: 3 }, 'aaa', 'aaa'],
  [{ maxLength: 2 }, 'a', 'aa'],
  [{ type: 'textarea', minLength: 2, maxLength: 300 }, 'aa', 'a'.repeat(300)],
  [{ type: 'password', minLength: 8 }, 'aaaaaaaa', 'a'.repeat(10_000)],
  [{ type: 'search', maxLength: 1_000_000_000 }, 'a', 'a'.repeat(10_000)],
  [{ type: 'text', minLength: 1_000_000 }, null, null],
  [{ type: 'text', maxLength: 0 }, null, null],
  [{ type: 'text', placeholder: '2024-02-29T13:30:00Z' }, '2024-02-29T13:30:00Z', '2024-02-29T13:30:00Z'],
  [{ type: 'text', placeholder: 'Your name, please', maxLength: 4 }, 'a', 'aaaa'],
  [{ type: 'text', regex: '[A-Z]{2}\\d*', maxLength: 6 }, null, null],
  [{ type: 'text', regex: '[A-Z]{2}\\d*', maxLength: 6, placeholder: 'AB1' }, 'AB1', 'AB1'],
  [{ type: 'text', regex: '[A-Z]{2}\\d*', maxLength: 6, placeholder: 'such as AB1' }, null, null],
  [{ type: 'text', regex: UUID }, '3fa85f64-5717-4562-b3fc-2c963f66afa6', '3fa85f64-5717-4562-b3fc-2c963f66afa6'],
  [{ type: 'text', regex: ZOD_UUID }, '3fa85f64-5717-4562-b3fc-2c963f66afa6', '3fa85f64-5717-4562-b3fc-2c963f66afa6'],
  [{ type: 'text', regex: UUID, maxLength: 5 }, null, null],
  [{ type: 'email', regex: '([a-z]+)+@corp\\.example', minLength: 40 }, null, null],
  [{ type: 'email', regex: '.+@example\\.com' }, 'a@example.com', 'aaaaaaaa@example.com'],
  [{ type: 'url', regex: 'https://.+' }, 'https://example.com/', 'https://example.com/'],
  [{ type: 'email' }, 'a@example.com', `${'a'.repeat(64)}@example.com`],
  [{ type: 'email', maxLength: 8 }, 'a@b.co', 'a@b.co'],
  [{ type: 'email', minLength: 20, maxLength: 30 }, `${'a'.repeat(8)}@example.com`, `${'a'.repeat(18)}@example.com`],
  [{ type: 'email', maxLength: 3 }, null, null],
  [{ type: 'url' }, 'https://example.com/', `https://example.com/${'a'.repeat(9_980)}`],
  [{ type: 'url', maxLength: 12 }, 'http://b.co', 'http://b.co'],
  [{ type: 'url', minLength: 24, maxLength: 25 }, 'https://example.com/aaaa', 'https://example.com/aaaaa'],
  [{ type: 'date' }, '2024-02-29', '2024-02-29'],
  [{ type: 'date', regex: '1.*' }, '1999-12-31', '1999-12-31'],
  [{ type: 'month' }, '2024-02', '2024-02'],
  [{ type: 'color' }, '#336699', '#336699'],
  [{ type: 'number' }, '0', '10'],
  [{ type: 'number', step: 0.5 }, '0', '5'],
  [{ type: 'number', min: 1, max: 100, step: 1 }, '1', '100'],
  [{ type: 'number', min: 3, max: 10, step: 5 }, '3', '8'],
  [{ type: 'number', min: 0.25, max: 0.75 }, '0.25', '0.75'],
  [{ type: 'number', max: -7, step: 5 }, '-10', '-10'],
  [{ type: 'number', min: -3 }, '-3', '7'],
  [{ type: 'number', min: 50 }, '50', '60'],
  [{ type: 'range' }, '0', '100'],
  [{ type: 'range', min: 200 }, '200', '200'],
  [{ options: options('a b c', { maxItems: 1 }) }, 'a', 'c'],
  [{ options: options('', { maxItems: 1 }) }, null, null],
  [{ options: options('a b c') }, ['a'], ['a', 'b', 'c']],
  [{ options: options('a b c', { minItems: 2 }) }, ['a', 'b'], ['a', 'b', 'c']],
  [{ options: options('a b c', { maxItems: 2 }) }, ['a'], ['a', 'b']],
  [{ options: options('') }, null, null],
  [{ options: { link: { href: '/speeds' }, maxItems: 1 } }, null, null],
  [{ type: 'hidden' }, null, null]
]

// A field whose constraints contradict each other.
const conflicts: readonly (readonly [Omit<ProjectedField, 'name'>, string])[] = [
  [{ type: 'text', minLength: 5, maxLength: 3 }, 'minLength is 5 and maxLength 3'],
  [{ type: 'number', min: 5, max: 3 }, 'min is 5 and max 3'],
  [{ type: 'range', max: -1, min: 0 }, 'min is 0 and max -1'],
  [{ options: options('a b', { minItems: 3 }) }, 'minItems is 3, and it has 2 options'],
  [{ options: options('', { minItems: 1, maxItems: 1 }) }, 'minItems is 1, and it has 0 options'],
  [{ options: options('a b c', { minItems: 3, maxItems: 2 }) }, 'minItems is 3 and maxItems 2'],
  [{ options: { link: { href: '/speeds' }, minItems: 2, maxItems: 1 } }, 'minItems is 2 and maxItems 1']
]

t.test('values at the lower and upper bound', async t => {
  for (const [field, least, most] of values) {
    const named = { name: 'field', ...field }
    t.same([
      constraintConflict(named), sampleValue(named, 'lower'), sampleValue(named, 'upper')
    ], [null, least, most], JSON.stringify(field))
  }
})

t.test('constraints that no value satisfies', async t => {
  for (const [field, conflict] of conflicts) {
    const named = { name: 'field', ...field }
    t.same([
      constraintConflict(named), sampleValue(named, 'lower'), sampleValue(named, 'upper')
    ], [conflict, null, null], JSON.stringify(field))
  }
})

// One letter for each field: required, optional, with a default, constant, given by the resource,
// chosen, several chosen.
const form: readonly ProjectedField[] = [
  { name: 'r', type: 'text', required: true, maxLength: 2 },
  { name: 'o', type: 'number', max: 7 },
  { name: 'd', type: 'number', value: '3', max: 4 },
  { name: 'c', type: 'hidden', value: 'v1', readOnly: true },
  { name: 'g', type: 'text', readOnly: true },
  { name: 's', options: options('x y', { maxItems: 1, minItems: 0, selectedValues: ['y'] }) },
  { name: 'm', options: options('p q') }
]

const asObjects = (...args: Parameters<typeof sampleInputs>) => sampleInputs(...args).inputs
  .map(input => Object.fromEntries(input))

t.test('sample inputs of a form', async t => {
  const clients = [
    { r: 'a' },
    { r: 'a', d: '3', c: 'v1', s: 'y' },
    { r: 'a', o: '0', d: '0', c: 'v1', s: 'x', m: ['p'] },
    { r: 'aa', o: '7', d: '4', c: 'v1', s: 'y', m: ['p', 'q'] }
  ]
  const browsers = [
    { r: 'a', d: '3', c: 'v1', s: 'y' },
    { r: 'a', o: '0', d: '0', c: 'v1', s: 'x', m: 'p' },
    { r: 'aa', o: '7', d: '4', c: 'v1', s: 'y', m: ['p', 'q'] }
  ]
  t.same(asObjects(form, { emptyStrings: false }), [...clients, ...browsers])
  t.same(asObjects(form, { emptyStrings: true }), [
    ...clients, { ...browsers[0], o: '', g: '' }, { ...browsers[1], g: '' }, { ...browsers[2], g: '' }
  ])
  t.same(asObjects([], { emptyStrings: true }), Array(7).fill({}))
})

t.test('preset values are samples where they are valid', async t => {
  const first = (field: Omit<ProjectedField, 'name'>) =>
    asObjects([{ name: 'f', ...field }], { emptyStrings: false })[0]
  t.same(first({ required: true, type: 'text', readOnly: true }), { f: 'a' })
  t.same(first({ required: true, value: 'given', maxLength: 2 }), { f: 'given' })
  t.same(first({ required: true, options: options('a b', { selectedValues: ['b'] }) }), { f: ['b'] })
  t.same(first({ required: true, options: options('a b', { selectedValues: [], maxItems: 1 }) }), { f: 'a' })
  t.same(first({ value: 'x' }), {})
})

t.test('a required field without a known valid value', async t => {
  const guessed = (field: Omit<ProjectedField, 'name'>) => {
    const { inputs, guessed } = sampleInputs([...form, { name: 'h', ...field }], { emptyStrings: false })
    return [[...guessed], inputs.length, inputs[0]!.get('h')]
  }
  t.same(guessed({ type: 'hidden', required: true }), [['h'], 7, 'a'])
  t.same(guessed({ type: 'text', regex: '[a-z]', required: true }), [['h'], 7, 'a'])
  t.same(guessed({ options: options(''), required: true }), [['h'], 7, ['a']])
  t.same(guessed({ type: 'hidden' }), [[], 7, undefined])
})
