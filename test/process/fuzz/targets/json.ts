// What the scanner finds and what the splice writes parses as JSON.parse says; strings that are not JSON
// end, within bounds.
import { isJsonArray, joinElements, splitElements } from '../../../../lib/json/array.ts'
import { appendMembers, isJsonObject, memberNames, memberSpans, withValues } from '../../../../lib/json/object.ts'
import { holds, Input, same } from '../input.ts'

const ADDED = ',"_links":{"self":{"href":"/"}},"x\\"}":[]'

export function fuzz (data: Buffer): void {
  const json = new Input(data).end()
  const value = parsed(json)
  if (value === undefined) return checkNoJson(json)
  same(isJsonObject(json), isObject(value), 'whether it is an object')
  same(isJsonArray(json), Array.isArray(value), 'whether it is an array')
  if (Array.isArray(value)) checkArray(json, value)
  else if (isObject(value)) checkObject(json, value)
}

function parsed (json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isObject (value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function checkArray (json: string, value: readonly unknown[]): void {
  const elements = splitElements(json)
  holds(elements !== null, `no elements of ${json}`)
  same(elements.map(element => JSON.parse(element) as unknown), value, `the elements of ${json}`)
  same(JSON.parse(joinElements(elements)), value, `the elements of ${json}, joined`)
}

function checkObject (json: string, value: object): void {
  const spans = memberSpans(json)
  // The last of two members of one name counts, as for JSON.parse.
  same(objectOf(json, spans), value, `the members of ${json}`)
  const names = memberNames(json)
  if (Object.keys(value).some(name =>
    name.startsWith('_'))) same([...names ?? []].sort(), Object.keys(value).sort(), `the names of ${json}`)
  const longer = appendMembers(json, ADDED)
  holds(longer.length <= json.length + ADDED.length, `${longer.length} characters from ${json.length}`)
  // Written once: -0 is 0 then.
  same(JSON.parse(JSON.stringify(JSON.parse(longer))), withAdded(value), `${json} with members`)
  for (const index of spans.keys()) {
    const left = spans.toSpliced(index, 1)
    const without = withValues(json, spans, new Map([[spans[index]!, null]]))
    same(JSON.parse(without), objectOf(json, left), `${json} without member ${index}`)
  }
}

function objectOf (json: string, spans: ReturnType<typeof memberSpans>): unknown {
  return JSON.parse(`{${spans.map(({ start, end }) => json.slice(start, end)).join()}}`)
}

// Written as a string, because `__proto__` is a member like others for JSON.parse.
function withAdded (value: object): unknown {
  const json = JSON.stringify(value)
  return JSON.parse(`${json.slice(0, -1)}${json === '{}' ? ADDED.slice(1) : ADDED}}`)
}

// The serializers of apps may write anything.
function checkNoJson (json: string): void {
  const elements = splitElements(json)
  if (elements !== null) holds(elements.join('').length <= json.length, 'the elements are longer than the string')
  if (!isJsonObject(json)) return
  holds(appendMembers(json, ADDED).length <= json.length + ADDED.length + 1, 'more than the members was added')
}
