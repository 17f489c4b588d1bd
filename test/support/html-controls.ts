import fc from 'fast-check'
import type { FieldType, ProjectedField } from '../../types/forms.ts'

// What people can enter into the control of a field, by nothing but the HTML standard (4.10.5, the input element):
// nothing here knows of schemas.

/** What a control adds to the form's data: nothing, one value, or several under its name. */
export type Entries = readonly string[]

/** Everything that the control of a field may send. */
export function controlEntries (field: ProjectedField): fc.Arbitrary<Entries> {
  const { type, value, readOnly, required, options } = field
  if (type === 'hidden' || readOnly === true) return fc.constant(value === undefined ? [] : [value])
  if (options !== undefined) return options.maxItems === 1 ? selected(field) : checked(field)
  const entered = enteredInto(field).map(text => [text])
  const untouched = value !== undefined ? [fc.constant([value])] : required === true ? [] : [fc.constant([''])]
  return fc.oneof({ weight: 3, arbitrary: entered }, ...untouched)
}

// One of the options, or of none that a select offers where it need not be chosen.
function selected ({ options, required }: ProjectedField): fc.Arbitrary<Entries> {
  const values = options!.inline!.map(({ value }) => [value])
  return fc.constantFrom(...values, ...required === true ? [] : [['']])
}

// Nobody who need not choose is made to choose the least number.
function checked ({ options, required }: ProjectedField): fc.Arbitrary<Entries> {
  const { inline, minItems = 0, maxItems = Infinity } = options!
  const values = inline!.map(({ value }) => value)
  const some = fc.subarray(values, {
    minLength: Math.max(minItems, required === true ? 1 : 0), maxLength: Math.min(maxItems, values.length)
  })
  return required === true ? some : fc.oneof(some, fc.constant([]))
}

function enteredInto (field: ProjectedField): fc.Arbitrary<string> {
  const { type = 'text', regex, placeholder, minLength = 0, maxLength = Infinity } = field
  if (type === 'number' || type === 'range') return numbers(field)
  const expression = regex === undefined ? null : new RegExp(`^(?:${regex})$`, 'v')
  const own = OF_TYPE[type]
  const texts = own ??
    (placeholder !== undefined ? fc.constant(placeholder) : expression === null ? plain(field) : matching(expression))
  // Lengths are in UTF-16 code units, and what is typed is never empty.
  return texts.filter(text => text !== '' && text.length >= minLength && text.length <= maxLength &&
    (expression?.test(text) ?? true))
}

// fast-check does not look at `^` and `$` within an expression, so that only a part of its text may match;
// a line has no ends in it.
function matching (expression: RegExp): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(expression.source, 'u')).map(text => text.replaceAll(/[\r\n]/g, ''))
    .map(text => Array.from(text, (_, at) => [text.slice(at), text.slice(0, at)]).flat()
      .filter(part => expression.test(part)))
    .filter(parts => parts.length > 0)
    .chain(parts => fc.constantFrom(...parts))
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,10}[a-z0-9])?$/

// HTML also takes addresses without a dot in the domain, URLs with letters beyond ASCII and years beyond 9999, which
// the formats of JSON schema reject.
const OF_TYPE: Partial<Record<FieldType, fc.Arbitrary<string>>> = {
  date: fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
    .map(date => date.toISOString().slice(0, 10)),
  email: fc.tuple(
    fc.stringMatching(/^[\w!#$%&'*+/=?^`{|}~-]{1,9}(?:\.[\w+-]{1,9})?$/),
    fc.array(fc.stringMatching(LABEL), { minLength: 2, maxLength: 3 })
  ).map(([local, labels]) => `${local}@${labels.join('.')}`),
  url: fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.constantFrom('mailto:a@b.co', 'urn:isbn:0451450523', 'http://[::1]:8080/?a=%20')
  )
}

const character = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'abcXYZ019 -_.,:;!?/\\"\'<>&=+%#{}[]()@$*~^|`') },
  { weight: 1, arbitrary: fc.constantFrom(...'äß漢\u00a0') }
)

// A text area sends the ends of its lines as browsers do, and counts each as one.
function plain ({ type, minLength = 0, maxLength = Infinity }: ProjectedField): fc.Arbitrary<string> {
  const least = Math.max(1, minLength)
  const text = fc.string({ unit: character, minLength: least, maxLength: Math.min(maxLength, least + 30) })
  const [longest, lines] = [fc.constant('x'.repeat(Math.min(maxLength, 1000))), fc.constant('one\r\ntwo')]
  return fc.oneof(
    { weight: 4, arbitrary: text }, longest, ...type === 'textarea' && maxLength >= 8 && minLength <= 7 ? [lines] : []
  )
}

// Valid floating-point numbers: `5`, `05`, `5.0`, `5e0`.
function numbers ({ min, max, step, value }: ProjectedField): fc.Arbitrary<string> {
  return onSteps(min, max, step, Number(value ?? 0)).chain(number => {
    const text = String(number)
    return /^-?\d+$/.test(text)
      ? fc.constantFrom(text, text, `${text}.0`, `${text}e0`, text.replace(/\d/, '0$&'))
      : fc.constant(text)
  })
}

// Steps are counted from the minimum, else from the value that the control begins with.
function onSteps (
  min: number | undefined, max: number | undefined, step: number | undefined, value: number
): fc.Arbitrary<number> {
  const far = 1000 * (step ?? 1)
  if (step === undefined) {
    const [low, high] = [min ?? Math.min(max ?? 0, 0) - far, max ?? Math.max(min ?? 0, 0) + far]
    return fc.oneof(fc.double({ min: low, max: high, noNaN: true }), fc.constantFrom(low, high))
  }
  const base = min ?? value
  const [low, high] = [min ?? Math.min(max ?? base, base) - far, max ?? Math.max(min ?? base, base) + far]
  return fc.integer({ min: Math.ceil((low - base) / step), max: Math.floor((high - base) / step) })
    .map(count => base + count * step)
}
