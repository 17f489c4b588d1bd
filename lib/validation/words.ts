// Messages of validators in words for people. A message that the app wrote is none of these, and stays.

// By the words, the messages of Ajv, TypeBox 1, TypeBox 0.34, Zod 4, Zod 3 and class-validator, whose messages have the
// name of the property before them. `#` is a value without spaces, and `*` is any text.
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  'is required': [
    "must have required property '*", 'must have required properties *', 'Expected required property', 'Required',
    'Invalid input: expected *, received undefined', 'should not be empty', 'should not be null or undefined'
  ],
  'is not expected': [
    'must NOT have additional properties', 'must not have additional properties',
    'must NOT have unevaluated properties', 'must not have unevaluated properties', 'Unexpected property',
    'Unrecognized key: *', 'Unrecognized keys: *', 'Unrecognized key(s) in object: *', 'should not exist'
  ],
  'must be at least #': [
    'must be >= #', 'Expected number to be greater or equal to #', 'Expected integer to be greater or equal to #',
    'Too small: expected number to be >=#', 'Too small: expected int to be >=#',
    'Number must be greater than or equal to #', 'must not be less than #'
  ],
  'must be at most #': [
    'must be <= #', 'Expected number to be less or equal to #', 'Expected integer to be less or equal to #',
    'Too big: expected number to be <=#', 'Too big: expected int to be <=#', 'Number must be less than or equal to #',
    'must not be greater than #'
  ],
  'must be more than #': [
    'must be > #', 'Expected number to be greater than #', 'Expected integer to be greater than #',
    'Too small: expected number to be >#', 'Too small: expected int to be >#', 'Number must be greater than #'
  ],
  'must be less than #': [
    'must be < #', 'Expected number to be less than #', 'Expected integer to be less than #',
    'Too big: expected number to be <#', 'Too big: expected int to be <#', 'Number must be less than #'
  ],
  'must be a multiple of #': [
    'must be multiple of #', 'Expected number to be a multiple of #', 'Expected integer to be a multiple of #',
    'Invalid number: must be a multiple of #', 'Number must be a multiple of #', 'must be divisible by #'
  ],
  'must have at least # characters': [
    'must NOT have fewer than # characters', 'must not have fewer than # characters',
    'Expected string length greater or equal to #', 'Too small: expected string to have >=# characters',
    'String must contain at least # character(s)', 'must be longer than or equal to # characters'
  ],
  'must have at most # characters': [
    'must NOT have more than # characters', 'must not have more than # characters',
    'Expected string length less or equal to #', 'Too big: expected string to have <=# characters',
    'String must contain at most # character(s)', 'must be shorter than or equal to # characters'
  ],
  'must have at least # items': [
    'must NOT have fewer than # items', 'must not have fewer than # items',
    'Expected array length to be greater or equal to #', 'Too small: expected array to have >=# items',
    'Array must contain at least # element(s)', 'must contain at least # elements'
  ],
  'must have at most # items': [
    'must NOT have more than # items', 'must not have more than # items',
    'Expected array length to be less or equal to #', 'Too big: expected array to have <=# items',
    'Array must contain at most # element(s)', 'must contain no more than # elements'
  ],
  'must not have an item twice': [
    'must NOT have duplicate items*', 'must not have duplicate items', 'Expected array elements to be unique',
    "All *'s elements must be unique"
  ],
  'must be one of the choices': [
    'must be equal to one of the allowed values', 'must be equal to constant', 'Invalid option: expected one of *',
    'Invalid input: expected "*', 'Invalid enum value. Expected *', 'Invalid literal value, expected *',
    'must be one of the following values: *'
  ],
  'must be one of the alternatives': [
    'must match a schema in anyOf', 'must match exactly one schema in oneOf', 'Expected union value'
  ],
  'must be a whole number': [
    'must be integer', 'Expected integer', 'Invalid input: expected int, received #', 'Expected integer, received #',
    'must be an integer number'
  ],
  'must be a number': [
    'must be number', 'Expected number', 'Invalid input: expected number, received #', 'Expected number, received #',
    'must be a number conforming to the specified constraints'
  ],
  'must be yes or no': [
    'must be boolean', 'Expected boolean', 'Invalid input: expected boolean, received #',
    'Expected boolean, received #', 'must be a boolean value'
  ],
  'must be a text': [
    'must be string', 'Expected string', 'Invalid input: expected string, received #', 'Expected string, received #',
    'must be a string'
  ],
  'must be a list': [
    'must be array', 'Expected array', 'Invalid input: expected array, received #', 'Expected array, received #',
    'must be an array'
  ],
  'must be an object': [
    'must be object', 'Expected object', 'Invalid input: expected object, received #', 'Expected object, received #'
  ],
  'must be an e-mail address': [
    'must match format "email"', 'Invalid email address', 'Invalid email', 'must be an email'
  ],
  'must be a URL': [
    'must match format "uri"', 'must match format "url"', 'must match format "iri"', 'Invalid URL', 'Invalid url',
    'must be a URL address'
  ],
  'must be a date, such as 2026-01-31': ['must match format "date"', 'Invalid ISO date', 'Invalid date'],
  'must be a date and a time, such as 2026-01-31T12:00:00Z': [
    'must match format "date-time"', 'Invalid ISO datetime', 'Invalid datetime'
  ],
  'must be a time, such as 12:00:00Z': ['must match format "time"', 'Invalid ISO time', 'Invalid time'],
  'must be an identifier (UUID)': ['must match format "uuid"', 'Invalid UUID', 'Invalid uuid', 'must be a UUID'],
  'does not have the right form': [
    'must match format "*', 'must match pattern "*', "Expected string to match '*",
    'Invalid string: must match pattern *', 'must match * regular expression'
  ]
}

interface Template {
  readonly start: string
  readonly end: string
  /** Whether there is any text between them; else a value without spaces, or nothing. */
  readonly isText: boolean
  readonly words: string
}

const EXACT = new Map<string, string>()
const TEMPLATES: Template[] = []

for (const [words, messages] of Object.entries(MESSAGES)) {
  for (const message of messages) {
    const [start = '', end] = message.split(/[#*]/)
    if (end === undefined) EXACT.set(message, words)
    else TEMPLATES.push({ start, end, isText: message.includes('*'), words })
  }
}

/** Returns the message of a validator in words: `must be at most 100` for `must be <= 100`. Others stay. */
export function faultWords (message: string): string {
  const exact = EXACT.get(message)
  if (exact !== undefined) return exact
  for (const { start, end, isText, words } of TEMPLATES) {
    if (!message.startsWith(start) || !message.slice(start.length).endsWith(end)) continue
    const value = message.slice(start.length, message.length - end.length)
    if (isText || !/\s/.test(value)) return words.replace('#', () => value).replace(/ 1 (\w+)s$/, ' 1 $1')
  }
  return message
}
