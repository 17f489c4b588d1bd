// Adds the registration of the written plugin to the module of an app, before anything that declares routes.
import { quoted } from '../catalog-text.ts'
import type { Style } from './style.ts'

/** The lines that register the plugin, and where. */
export interface Registration {
  readonly where: string
  readonly importLine: string
  readonly line: string
}

/** Where the app is in a module. */
interface Place {
  /** The variable, or the property. */
  readonly app: string
  /** Where the statement before the registration ends. */
  readonly end: number
  readonly isAsync: boolean
}

/** Returns the registration, and the module with it; or the reason why the module cannot have it. */
export function registered (
  source: string, specifier: string, style: Style
): { readonly text: string | null, readonly reason: string | null, readonly registration: Registration } {
  const masked = mask(source)
  const isNest = /@Module\s*\(/.test(masked)
  const place = isNest ? null : createdAt(source, masked) ?? pluginAt(masked)
  const registration = registrationOf(specifier, style, place, masked)
  const reason = isNest
    ? 'it is a module of Nest'
    : place === null
      ? 'it neither creates the app nor exports a function with it'
      : /\bhypermedia\b/.test(masked) ? 'it has the name hypermedia already' : null
  const text = reason === null ? withLines(source, masked, place!.end, registration) : null
  const where = isNest
    ? 'after NestFactory.create(), before app.init() and app.listen()'
    : 'before the routes, on the instance that has all of them'
  return { text, reason, registration: { ...registration, where } }
}

function registrationOf (
  specifier: string, style: Style, place: Place | null, masked: string
): Pick<Registration, 'importLine' | 'line'> {
  const isChained = place !== null && isChain(masked, place.end)
  const isAwaited = !isChained && place?.isAsync !== false
  const call = isChained ? '.register(hypermedia)' : `${place?.app ?? 'app'}.register(hypermedia);`
  const importLine = style.commonjs
    ? `const hypermedia = require(${quoted(specifier)});`
    : `import hypermedia from ${quoted(specifier)};`
  const [first, second] = [importLine, `${isAwaited ? 'await ' : ''}${call}`].map(line => style.format(line).trimEnd())
  return { importLine: first!, line: second! }
}

// Whether methods are called on what ends at a place.
function isChain (masked: string, end: number): boolean {
  return /^\s*\./.test(masked.slice(end))
}

function withLines (
  source: string, masked: string, end: number, { importLine, line }: Pick<Registration, 'importLine' | 'line'>
): string {
  const [own] = /^[ \t]*/.exec(source.slice(statementStart(masked, end)))!
  const next = /^[^\S\n]*\n+([ \t]*)\S/.exec(masked.slice(end))?.[1]
  const isInner = masked[end - 1] === '{' || isChain(masked, end)
  const indent = isInner ? next ?? `${own}  ` : own
  const importEnd = lastImport(masked)
  const head = importEnd === 0 ? `${importLine}\n` : `${source.slice(0, importEnd)}\n${importLine}`
  // A comment is about what follows it.
  const gap = /^\s*?\n\s*\/[/*]/.test(source.slice(end)) ? '\n' : ''
  return `${head}${source.slice(importEnd, end)}\n${indent}${line}${gap}${source.slice(end)}`
}

// `const app = Fastify(…)`, with the methods that are called on it; `this.app = Fastify(…)`.
function createdAt (source: string, masked: string): Place | null {
  const imported =
    /(?:import\s+(\w+)[^'"]*?from\s*|(?:const|let|var)\s+(\w+)\s*=\s*require\s*\(\s*)['"]fastify['"]/.exec(source)
  const creators = ['fastify', 'Fastify', 'require', imported?.[1] ?? imported?.[2]]
  const calls = masked.matchAll(
    /(?:(?:const|let|var)\s+(\w+)\s*(?::[^=\n]+)?|(this\.#?\w+)\s*)=\s*(\w+)\s*(?:<[^()]*>)?\s*\(/g
  )
  for (const match of calls) {
    const [text, variable, property, creator] = match
    if (!creators.includes(creator)) continue
    const open = match.index + text.length - 1
    let end = closing(masked, open)
    if (creator === 'require') {
      if (!/^\(\s*['"]fastify['"]\s*\)$/.test(source.slice(open, end)) || masked[end] !== '(') continue
      end = closing(masked, end)
    }
    for (let call; (call = /^\s*\.\s*withTypeProvider\s*(?:<[^()]*>)?\s*\(\s*\)/.exec(masked.slice(end)));) {
      end += call[0].length
    }
    if (masked[end] === ';') end++
    return { app: variable ?? property!, end, isAsync: isAsyncAt(masked, match.index) }
  }
  return null
}

// `export default async function (app) {`, `module.exports = async (app, options) => {`
function pluginAt (masked: string): Place | null {
  const exported = '(?:export\\s+default\\s+|module\\.exports\\s*=\\s*)(?:\\w+\\s*\\(\\s*)?'
  const called = '(async\\s+)?(?:function\\b\\s*\\w*\\s*)?(?:\\(\\s*(\\w+)|(\\w+)(?=\\s*=>))'
  const name = new RegExp(`${exported}(\\w+)`).exec(masked)?.[1]
  const heads = [
    `(?:${exported}|exports\\.\\w+\\s*=\\s*)${called}`,
    `(?:const|let|var)\\s+${name}\\b[^=]*=\\s*${called}`,
    `(async\\s+)?function\\s+${name}\\s*\\(\\s*(\\w+)`
  ]
  const start = heads.map(one => new RegExp(one).exec(masked)).find(found => found !== null)
  if (start === undefined) return null
  const [head, asyncWord, inBrackets, alone] = start
  const parameters = alone === undefined
    ? closing(masked, start.index + head.lastIndexOf('('))
    : start.index + head.length
  // After the parameters, and a type or an arrow.
  const body = /^\s*(?::\s*[\w.<>[\]| ]+?)?\s*(?:=>)?\s*\{/.exec(masked.slice(parameters))
  return body && { app: inBrackets ?? alone!, end: parameters + body[0].length, isAsync: asyncWord !== undefined }
}

// Whether the innermost function around a place is async, or there is none in a module.
function isAsyncAt (masked: string, place: number): boolean {
  for (let open = opening(masked, place); open > 0; open = opening(masked, open)) {
    const isAsync = asyncHead(masked.slice(0, open).trimEnd())
    if (isAsync !== null) return isAsync
  }
  return !/\brequire\s*\(/.test(masked) || /^\s*import\b/m.test(masked)
}

// Of what stands before a block: null if that is no function.
function asyncHead (text: string): boolean | null {
  const isArrow = text.endsWith('=>')
  const typed = (isArrow ? text.slice(0, -2) : text).trimEnd()
  const head = typed.endsWith(')') ? typed : typed.replace(/(\))\s*:[^;{}=()]*$/, '$1')
  if (!head.endsWith(')')) return isArrow ? /\basync\s+\w+$/.test(head) : null
  const before = head.slice(0, opening(head, head.length - 1)).trimEnd()
  if (isArrow) return /\basync$/.test(before)
  return /\b(?:if|for|while|switch|catch|with)$/.test(before) ? null : /\basync\s+(?:function\b\s*)?\w*$/.test(before)
}

// After the bracket that closes the one at a place.
function closing (masked: string, open: number): number {
  let depth = 0
  for (let index = open; index < masked.length; index++) {
    if ('([{'.includes(masked[index]!)) depth++
    if (')]}'.includes(masked[index]!) && --depth === 0) return index + 1
  }
  return masked.length
}

// The bracket that is open at a place; -1 for none.
function opening (masked: string, place: number): number {
  let depth = 0
  for (let index = place - 1; index >= 0; index--) {
    if (')]}'.includes(masked[index]!)) depth++
    if ('([{'.includes(masked[index]!) && depth-- === 0) return index
  }
  return -1
}

function statementStart (masked: string, end: number): number {
  let depth = 0
  for (let index = end - 1; index >= 0; index--) {
    if (')]}'.includes(masked[index]!)) depth++
    else if ('([{'.includes(masked[index]!)) depth--
    else if (masked[index] === '\n' && depth <= 0) return index + 1
  }
  return 0
}

const IMPORT =
  /^(?:import\b[^;]*?["'`]#*["'`](?:\s*with\s*\{[^}]*\})?|(?:const|let|var)\s[^=\n]*=\s*require\s*\([^\n]*\))[^\S\n]*;?/gm

// The end of the last import or require at the top.
function lastImport (masked: string): number {
  const last = [...masked.matchAll(IMPORT)].at(-1)
  return last === undefined ? 0 : last.index + last[0].length
}

const TEXTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g

// Code of the same length, with `#` for what strings contain, and blanks for comments.
function mask (source: string): string {
  return source.replace(TEXTS, text => text.startsWith('/')
    ? text.replace(/[^\n]/g, ' ')
    : text[0]! + text.slice(1, -1).replace(/[^\n]/g, '#') + text[0]!)
}
