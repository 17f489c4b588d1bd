import { parseJson } from '../views/json/parse.ts'

/** Parses JSON; null for a body that is none. */
export function parseOrNull (body: string): unknown {
  try {
    return parseJson(body)
  } catch {
    return null
  }
}
