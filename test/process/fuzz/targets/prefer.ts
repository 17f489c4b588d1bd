// A preference equals that of a reference, and what the server confirms is read back (RFC 7240 sections 2 and 3).
import { appliedPreference, preferenceOf } from '../../../../lib/http/prefer.ts'
import { Input, same } from '../input.ts'
import { splitOutsideQuotes, trimmed } from '../split-list.ts'

export function fuzz (data: Buffer): void {
  const input = new Input(data)
  const name = input.one(['transclude', 'return', 'a'])
  const field = input.field()
  const value = preferenceOf(field, name)
  same(value, reference(field, name), `Prefer: ${field}`)
  const applied = input.field()
  same(preferenceOf(appliedPreference(name, applied), name), applied, 'Preference-Applied')
  // The first instance counts, and empty elements have no meaning.
  if (value !== null) same(preferenceOf(`,, ,${field}, ${name}=other`, name), value, `Prefer, with others: ${field}`)
}

function reference (field: string, name: string): string | null {
  for (const { part } of splitOutsideQuotes(field, ',')) {
    const first = splitOutsideQuotes(part, ';')[0]!
    if (first.open) return null
    const preference = trimmed(first.part)
    const equals = preference.indexOf('=')
    const sent = equals === -1 ? preference : preference.slice(0, equals)
    if (trimmed(sent).toLowerCase() === name) {
      return equals === -1 ? '' : unquoted(trimmed(preference.slice(equals + 1)))
    }
  }
  return null
}

function unquoted (value: string): string {
  if (!/^".*"$/s.test(value)) return value
  let plain = ''
  for (let at = 1; at < value.length - 1; at++) {
    if (value[at] === '\\' && at < value.length - 2) at++
    plain += value[at]
  }
  return plain
}
