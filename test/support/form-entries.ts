import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../scaffold/templates/minimal/app.ts'
import { buildBookings } from './every-kind.ts'

// Tables of what people enter into forms.

/** What is entered into one field: a text, or the values that are chosen. */
export type Entry = string | readonly string[]

/** A field, what is entered, and the flag of ValidityState with which the browser rejects it. */
export type Rejected = readonly [name: string, entry: Entry, flag: string]
/** A field, and what may be entered. */
export type Accepted = readonly [name: string, entry: Entry]

/** What may be entered into the form of an app's entry point, and what not. */
export interface FormTable {
  readonly title: string
  readonly app: () => Promise<FastifyInstance>
  /** The template's name. */
  readonly form: string
  /** What all rows have in the other fields. */
  readonly filled: Readonly<Record<string, Entry>>
  readonly rejected: readonly Rejected[]
  readonly accepted: readonly Accepted[]
}

export const orders: FormTable = {
  title: 'the form of POST /orders',
  app: buildApp,
  form: 'create',
  filled: {},
  rejected: [
    ['quantity', '0', 'rangeUnderflow'],
    ['quantity', '-1', 'rangeUnderflow'],
    ['quantity', '101', 'rangeOverflow'],
    ['quantity', '1e3', 'rangeOverflow'],
    ['quantity', '1.5', 'stepMismatch'],
    ['quantity', '1e', 'badInput'],
    ['quantity', '--1', 'badInput']
  ],
  accepted: [
    ['quantity', '1'], ['quantity', '100'], ['quantity', '1e2'], ['quantity', '05'], ['quantity', '7.0'],
    ['quantity', ''], ['speed', ''], ['speed', 'Standard'], ['speed', 'Overnight']
  ]
}

export const everyKind: FormTable = {
  title: 'a form with a field of every kind',
  app: buildBookings,
  form: 'create',
  filled: {
    name: 'Ada',
    code: 'AB-1',
    email: 'ada@example.org',
    day: '2025-01-31',
    agreed: 'true',
    room: 'Single',
    extras: ['Sauna'],
    'address.street': 'Elm'
  },
  rejected: [
    ['name', '', 'valueMissing'], ['name', 'A', 'tooShort'], ['name', 'A'.repeat(21), 'tooLong'],
    ['code', '', 'valueMissing'], ['code', 'ab-1', 'patternMismatch'], ['code', 'AB-1 ', 'patternMismatch'],
    ['code', 'xAB-1', 'patternMismatch'],
    ['motto', 'thank you', 'patternMismatch'],
    ['notes', 'four', 'tooShort'], ['notes', 'x'.repeat(301), 'tooLong'],
    ['topic', 'x'.repeat(11), 'tooLong'],
    ['phone', 'call me', 'patternMismatch'], ['phone', '1', 'patternMismatch'],
    ['site', 'example.org', 'typeMismatch'], ['site', '//example.org/', 'typeMismatch'],
    ['email', '', 'valueMissing'], ['email', 'ada', 'typeMismatch'], ['email', 'ada@', 'typeMismatch'],
    ['email', 'a b@example.org', 'typeMismatch'], ['email', 'ada@example..org', 'typeMismatch'],
    ['secret', '1234567', 'tooShort'],
    ['day', '', 'valueMissing'], ['day', '2025-02-29', 'valueMissing'], ['day', 'today', 'valueMissing'],
    ['id', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf', 'patternMismatch'],
    ['id', 'g81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'patternMismatch'],
    ['people', '0', 'rangeUnderflow'], ['people', '9', 'rangeOverflow'], ['people', '1.5', 'stepMismatch'],
    ['people', '1e', 'badInput'],
    ['tens', '0', 'rangeUnderflow'], ['tens', '100', 'rangeOverflow'], ['tens', '15', 'stepMismatch'],
    ['price', '-0.25', 'rangeUnderflow'], ['price', '0.1', 'stepMismatch'],
    ['weight', '0.4', 'rangeUnderflow'], ['weight', '2.01', 'rangeOverflow'],
    ['agreed', '', 'valueMissing'],
    ['room', '', 'valueMissing'],
    ['extras', [], 'customError'], ['extras', ['Breakfast', 'Parking', 'Sauna'], 'customError'],
    ['days', ['1'], 'customError'],
    ['nickname', 'sixsix', 'tooLong'],
    ['address.street', '', 'valueMissing'],
    ['address.zip', '1234', 'patternMismatch'], ['address.zip', '123456', 'patternMismatch']
  ],
  accepted: [
    ['name', 'Al'], ['name', 'A'.repeat(20)], ['name', '"><b>&amp; ä漢'],
    ['code', 'ZZ-0123'],
    ['motto', 'yes, please!'], ['motto', ''],
    ['notes', '12345'], ['notes', 'x'.repeat(300)], ['notes', 'one\ntwo'], ['notes', ''],
    ['topic', 'ten letters'.slice(1)], ['topic', ''],
    ['phone', '+41 44 123'], ['phone', ''],
    ['site', 'https://example.org/a?b=c#d'], ['site', 'mailto:a@example.org'], ['site', ''],
    ['email', 'a.b+c@mail.example.org'],
    ['secret', '12345678'], ['secret', ''],
    ['day', '2024-02-29'], ['day', '9999-12-31'],
    ['month', '2024-02'], ['month', ''],
    ['week', '2025-W01'], ['week', ''],
    ['opens', '23:59'], ['opens', '00:00'], ['opens', ''],
    ['starts', '2025-01-31T12:00'], ['starts', ''],
    ['colour', '#c0ffee'],
    ['id', 'f81d4fae-7dec-11d0-A765-00a0c91e6bf6'], ['id', ''],
    ['moment', '2025-01-31T12:00:00Z'], ['moment', ''],
    ['page', '/orders?page=2#top'], ['page', ''],
    ['people', '1'], ['people', '8'], ['people', ''],
    ['tens', '10'], ['tens', '90'], ['tens', ''],
    ['price', '0'], ['price', '0.75'], ['price', '1000000.25'], ['price', ''],
    ['weight', '0.5'], ['weight', '1.2345'], ['weight', '2'], ['weight', ''],
    ['volume', '0'], ['volume', '10'],
    ['agreed', 'true'], ['agreed', 'false'],
    ['room', 'Double "A & B"'],
    ['floor', '0'], ['floor', '1'], ['floor', ''],
    ['extras', ['Breakfast']], ['extras', ['Breakfast', 'Sauna']],
    ['days', []], ['days', ['1', '3']], ['days', ['1', '2', '3']],
    ['speed', 'slow'], ['speed', ''],
    ['nickname', 'fives'], ['nickname', ''],
    ['address.street', '0'], ['address.zip', '12345'], ['address.zip', '']
  ]
}
