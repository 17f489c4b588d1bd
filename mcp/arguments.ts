// Arguments as clients send them. Models and frameworks fill what they omit with null or an empty string, and send
// objects as JSON. The schemas of the tools declare one type for each argument: several models reject lists of types.
import { isObject, type JsonSchema } from '../lib/schema/json-schema.ts'

/** What the tools declare of their arguments, by the names of the tools. */
export type Declared = Readonly<Record<string, {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
}>>

/**
 * Returns a message of the protocol with the arguments that a call means: null and an empty string for an optional
 * argument are none, and a string for an object that is JSON of an object is that object. Anything else is as it was
 * sent: the schemas of the tools decide.
 */
export function withMeantArguments (message: unknown, tools: Declared): unknown {
  if (!isObject(message) || message['method'] !== 'tools/call') return message
  const { params } = message
  if (!isObject(params) || !Object.hasOwn(tools, String(params['name']))) return message
  const given = objectIn(params['arguments'])
  if (!isNone(given) && !isObject(given)) return message
  const meant = isNone(given) ? {} : meantArguments(given as JsonSchema, tools[String(params['name'])]!)
  return { ...message, params: { ...params, arguments: meant } }
}

function meantArguments (given: JsonSchema, { properties, required }: Declared[string]): object {
  const meant: [string, unknown][] = []
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, name) ? properties[name]! : null
    if (isNone(value) && property !== null && !required.includes(name)) continue
    meant.push([name, property?.['type'] === 'object' ? objectIn(value) : value])
  }
  return Object.fromEntries(meant)
}

function isNone (value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function objectIn (value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isObject(parsed) ? parsed : value
  } catch {
    return value
  }
}
