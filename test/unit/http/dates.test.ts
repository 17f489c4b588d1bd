import fc from 'fast-check'
import { parseItem } from 'structured-headers'
import t from 'tap'
import { httpDate, readDate, structuredDate } from '../../../lib/http/dates.ts'

t.test('readDate reads ISO 8601 text', async (t) => {
  const rows: Array<[name: string, text: string, expected: string]> = [
    ['a day', '2026-01-15', '2026-01-15T00:00:00.000Z'],
    ['minutes', '2026-01-15T08:30Z', '2026-01-15T08:30:00.000Z'],
    ['seconds', '2026-01-15T08:30:07Z', '2026-01-15T08:30:07.000Z'],
    ['a fraction', '2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59.999Z'],
    ['a long fraction', '2026-12-31T23:59:59.1234567Z', '2026-12-31T23:59:59.123Z'],
    ['an offset', '2026-01-15T00:30:00+01:00', '2026-01-14T23:30:00.000Z'],
    ['no offset is UTC', '2026-01-15T08:30:00', '2026-01-15T08:30:00.000Z'],
    ['lower case', '2026-01-15t08:30:00z', '2026-01-15T08:30:00.000Z'],
    ['the end of a day', '2026-01-15T24:00:00Z', '2026-01-16T00:00:00.000Z'],
    ['a leap day', '2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['before the epoch', '1969-12-31T23:59:59.500Z', '1969-12-31T23:59:59.500Z'],
    ['the first year', '0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['the last moment', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z']
  ]
  for (const [name, text, expected] of rows) t.equal(readDate(text)?.toISOString(), expected, name)
})

t.test('readDate rejects everything else', async (t) => {
  const texts = [
    'soon', '', ' ', '1', '2026', '2026-01', '2026-13-01', '2026-00-10', '2026-02-30', '2027-02-29', '2026-01-32',
    '2026-01-15T25:00Z', '2026-01-15T23:59:60Z', '2026-01-15T00:00+25:00', '2026-01-15T08Z', '2026-01-15Z',
    '2026-01-15 08:30Z', ' 2026-01-15', '2026-01-15\n', 'Tue, 06 Jan 2026 08:09:07 GMT', '01/15/2026',
    '20260115T083000Z', '+012026-01-15T00:00:00Z', '0000-12-31', '9999-12-31T23:59:59-14:00'
  ]
  for (const text of texts) t.equal(readDate(text), null, JSON.stringify(text))
})

t.test('readDate takes a Date of its years', async (t) => {
  const date = new Date('2026-01-15T00:00:00Z')
  const read = readDate(date)
  t.same(read, date)
  t.not(read, date, 'a later change of the Date does not count')
  t.equal(readDate(new Date(NaN)), null, 'an invalid Date')
  t.equal(readDate(new Date(Date.UTC(10000, 0, 1))), null, 'a year over 9999')
  t.equal(readDate(new Date(-1e15)), null, 'a year before 1')
})

t.test('structuredDate counts whole seconds', async (t) => {
  const rows: Array<[name: string, text: string, expected: string]> = [
    ['after the epoch', '2026-01-15T00:00:00Z', '@1768435200'],
    ['a fraction is floored', '2026-01-15T00:00:00.999Z', '@1768435200'],
    ['the epoch', '1970-01-01', '@0'],
    ['before the epoch', '1969-12-31T23:59:59Z', '@-1'],
    ['a fraction before the epoch', '1969-12-31T23:59:59.500Z', '@-1'],
    ['after 2038', '2106-02-07T06:28:16Z', '@4294967296'],
    ['the last day', '9999-12-31', '@253402214400']
  ]
  for (const [name, text, expected] of rows) t.equal(structuredDate(new Date(text)), expected, name)
})

t.test('httpDate is an IMF-fixdate', async (t) => {
  const rows: Array<[name: string, text: string, expected: string]> = [
    ['a day of one digit', '2026-01-06T08:09:07Z', 'Tue, 06 Jan 2026 08:09:07 GMT'],
    ['no fraction', '2026-12-31T23:59:59.999Z', 'Thu, 31 Dec 2026 23:59:59 GMT'],
    ['an early year', '0099-03-04', 'Wed, 04 Mar 0099 00:00:00 GMT']
  ]
  for (const [name, text, expected] of rows) t.equal(httpDate(new Date(text)), expected, name)
})

const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

t.test('a reader of structured fields gets the same second', async () => {
  fc.assert(fc.property(moments, (date) => {
    const [value] = parseItem(structuredDate(date))
    return value instanceof Date && value.getTime() === Math.floor(date.getTime() / 1000) * 1000
  }))
})

t.test('a reader of HTTP-dates gets the same second', async () => {
  fc.assert(fc.property(moments, (date) => {
    // Date.parse takes the year 99 for 1999.
    return date.getUTCFullYear() < 100 || Date.parse(httpDate(date)) === Math.floor(date.getTime() / 1000) * 1000
  }))
})

t.test('a moment in ISO 8601 is read as the same moment', async () => {
  fc.assert(fc.property(moments, (date) => readDate(date.toISOString())?.getTime() === date.getTime()))
})
