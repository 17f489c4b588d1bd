/** A JSON schema that is an object; `true` and `false` are schemas too. */
export type JsonSchema = Readonly<Record<string, unknown>>

export function isObject (value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a form can send the value as a string. */
export function isScalar (value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
