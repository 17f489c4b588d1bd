// Numbers for people.
import { type JsonObject, member } from '../../hypermedia/read.ts'
import { isKey } from '../../views/resource-label.ts'
import type { ValueFacts } from '../facts.ts'

/** A value, and where it is. */
export interface Place {
  readonly value: unknown
  readonly facts: ValueFacts
  /** The name of the member; `''` for an element. */
  readonly name: string
  /** The object that contains it; null for none. */
  readonly owner: JsonObject | null
}

const PRICES = /(?:price|amount|cost|fee|balance|total|subtotal|tax|discount|revenue)$/i

/**
 * Returns a number in words: a price with its currency, or with the two digits that its schema allows; another one as
 * it is in JSON, in groups unless it is a key.
 */
export function numberWords ({ name, owner, facts }: Pick<Place, 'name' | 'owner' | 'facts'>, value: number): string {
  const isPrice = PRICES.test(name)
  const money = isPrice && owner !== null ? moneyWords(value, member(owner, 'currency')) : null
  if (money !== null) return money
  const hasCents = isPrice && facts.types?.includes('number') === true
  return isKey(name) ? String(value) : grouped(value, hasCents ? 2 : 0)
}

function grouped (value: number, fewest: number): string {
  if (Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-6)) return String(value)
  return value.toLocaleString('en', { minimumFractionDigits: fewest, maximumFractionDigits: 20 })
}

/** Returns an amount with its currency (ISO 4217); null if they are no money. */
export function moneyWords (amount: unknown, currency: unknown): string | null {
  const number = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return null
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(number)
}
