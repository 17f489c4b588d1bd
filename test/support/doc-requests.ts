import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { CodeBlock } from './markdown.ts'

// Requests as pages show them, and the comparison of their responses.

/** The request of a block: curl's arguments, or an HTTP message. */
export function requestOf (code: string): InjectOptions {
  return code.startsWith('curl ') ? ofCurl(code) : ofMessage(code)
}

const HOST = 'localhost:3000'

function ofMessage (code: string): InjectOptions {
  const [head = '', ...body] = code.split('\n\n')
  const [start, ...fields] = head.trim().split('\n')
  const [method, url] = start!.split(' ')
  const payload = body.join('\n\n').trim()
  return requestTo(url!, method!, fields.map(splitField), payload === '' ? null : payload)
}

/** Supports what pages use: `-i`, `-X`, `-H`, `-d`, `--json`, `-F` with a file, and one URL. */
function ofCurl (code: string): InjectOptions {
  const matches = code.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)
  const words = [...matches].map(([, single, double, bare]) => single ?? double ?? bare!)
  const fields: [string, string][] = []
  let [method, url, body]: [string | null, string, string | FormData | null] = [null, '', null]
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!
    if (word === '-X') method = words[++at]!
    else if (word === '-H') fields.push(splitField(words[++at]!))
    else if (word === '-d') body = words[++at]!
    else if (word === '--json') {
      body = words[++at]!
      fields.push(['content-type', 'application/json'], ['accept', 'application/json'])
    } else if (word === '-F') body = formOf(words[++at]!)
    else if (!word.startsWith('-')) url = word
  }
  return requestTo(
    url.replace(/^(?:http:\/\/)?localhost:3000/, ''), method ?? (body === null ? 'GET' : 'POST'), fields, body
  )
}

/** A form with one file of five bytes: `file=@photo.jpg`. */
function formOf (field: string): FormData {
  const [name, file] = field.split('=@')
  const form = new FormData()
  form.append(name!, new Blob(['12345']), file)
  return form
}

function requestTo (
  url: string, method: string, fields: readonly (readonly [string, string])[], payload: string | FormData | null
): InjectOptions {
  const headers = Object.fromEntries([
    ['host', HOST], ...fields.map(([name, value]) => [name.toLowerCase(), value] as const)
  ])
  return { url, method: method as 'GET', headers, ...payload === null ? {} : { payload } }
}

function splitField (field: string): [string, string] {
  const colon = field.indexOf(':')
  return [field.slice(0, colon).trim(), field.slice(colon + 1).trim()]
}

const OTHERS = '…'

/** The value that is sent, without the members that a page abridges: an object with the member `…` has others. */
function abridged (sent: unknown, shown: unknown): unknown {
  if (!isObject(sent) || !isObject(shown) || Array.isArray(sent) !== Array.isArray(shown)) return sent
  if (Array.isArray(sent)) return sent.map((element, index) => abridged(element, shown[String(index)]))
  const isAbridged = OTHERS in shown && Object.keys(sent).some(name => !(name in shown))
  const names = Object.keys(sent).filter(name => !isAbridged || name in shown)
  const members = names.map(name => [name, abridged(sent[name], shown[name])])
  return Object.fromEntries(isAbridged ? [...members, [OTHERS, OTHERS]] : members)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What a page shows of a response, and the same of the real one: they are equal if the page is right. */
export function compared (
  response: LightMyRequestResponse, { language, code }: CodeBlock
): { shown: unknown, sent: unknown } {
  if (language === 'json') {
    const shown = JSON.parse(code) as { status?: unknown }
    // A problem shows its status itself.
    const isFailure = response.statusCode >= 400 && shown.status !== response.statusCode
    return {
      shown, sent: isFailure ? { status: response.statusCode, body: response.body } : abridged(response.json(), shown)
    }
  }
  const [head = '', ...rest] = code.split('\n\n')
  const [start, ...fields] = head.trim().split('\n')
  const shown = fields.map(splitField).map(([name, value]) => [name.toLowerCase(), value])
  const sent = shown.map(([name]) => [name, response.headers[name!]])
  const body = rest.join('\n\n').trim()
  const bodies =
    body === '' ? {} : { shown: { body: JSON.parse(body) as unknown }, sent: { body: response.json() as unknown } }
  return {
    shown: { status: Number(start!.split(' ')[1]), fields: shown, ...bodies.shown },
    sent: { status: response.statusCode, fields: sent, ...bodies.sent }
  }
}
