// Adds the registration of the written plugin to the module of an app, before anything that declares routes.
import type { Style } from './style.ts'

/** The lines that register the plugin. */
export interface Registration {
  readonly importLine: string
  readonly line: string
}

/** Returns the lines that register the plugin. */
export function registrationOf (specifier: string, style: Style, app = 'app', isAsync = true): Registration {
  const importLine = style.commonjs
    ? `const hypermedia = require('${specifier}');`
    : `import hypermedia from '${specifier}';`
  const [first, second] = [importLine, `${isAsync ? 'await ' : ''}${app}.register(hypermedia);`].map(line =>
    style.format(line).trimEnd()
  )
  return { importLine: first!, line: second! }
}

/** Returns the module with the import and the registration; the reason if there is no place for them. */
export function registered (
  source: string,
  specifier: string,
  style: Style
): { readonly text: string } | { readonly reason: string } {
  const masked = mask(source)
  const place = createdAt(source, masked) ?? pluginAt(masked)
  if (place === null) return { reason: 'it neither creates the app nor exports a function with it' }
  if (/\bhypermedia\b/.test(masked)) return { reason: 'it has the name hypermedia already' }
  const { importLine, line } = registrationOf(specifier, style, place.app, place.isAsync)
  const withLine = insertLine(source, masked, place.end, line)
  const importEnd = lastImport(masked)
  return {
    text: importEnd === 0
      ? `${importLine}\n${withLine}`
      : `${withLine.slice(0, importEnd)}\n${importLine}${withLine.slice(importEnd)}`
  }
}

interface Place {
  /** The variable of the app. */
  readonly app: string
  /** Where the statement before the registration ends. */
  readonly end: number
  readonly isAsync: boolean
}

// `const app = Fastify(…)`, with the methods that are called on it.
function createdAt (source: string, masked: string): Place | null {
  const imported =
    /(?:import\s+(\w+)[^'"]*?from\s*|(?:const|let|var)\s+(\w+)\s*=\s*require\s*\(\s*)['"]fastify['"]/.exec(source)
  const creators = ['fastify', 'Fastify', 'require', imported?.[1] ?? imported?.[2]]
  for (const match of masked.matchAll(/(?:const|let|var)\s+(\w+)\s*(?::[^=\n]+)?=\s*(\w+)\s*(?:<[^()]*>)?\s*\(/g)) {
    if (!creators.includes(match[2]!)) continue
    const open = match.index + match[0].length - 1
    let end = closing(masked, open)
    if (match[2] === 'require') {
      if (!/^\(\s*['"]fastify['"]\s*\)$/.test(source.slice(open, end)) || masked[end] !== '(') continue
      end = closing(masked, end)
    }
    for (;;) {
      const call = /^\s*\.\s*withTypeProvider\s*(?:<[^()]*>)?\s*\(\s*\)/.exec(masked.slice(end))
      if (call === null) break
      end += call[0].length
    }
    return { app: match[1]!, end: endOfStatement(masked, end), isAsync: isAsyncAt(masked, match.index) }
  }
  return null
}

// `export default async function (app) {`, `module.exports = async (app, options) => {`
function pluginAt (masked: string): Place | null {
  const start =
    /(?:export\s+default\s+|module\.exports\s*=\s*(?:\w+\s*\(\s*)?|exports\.\w+\s*=\s*)(async\s+)?(?:function\b\s*\w*\s*)?\(\s*(\w+)/.exec(
      masked
    ) ?? namedPlugin(masked)
  if (start === null) return null
  const open = masked.indexOf('(', start.index + start[0].lastIndexOf('('))
  const body = bodyAfter(masked, closing(masked, open))
  return body === null ? null : { app: start[2]!, end: body + 1, isAsync: start[1] !== undefined }
}

function namedPlugin (masked: string): RegExpExecArray | null {
  const name = /export\s+default\s+(?:\w+\s*\(\s*)?(\w+)|module\.exports\s*=\s*(?:\w+\s*\(\s*)?(\w+)/.exec(masked)
  const found = name?.[1] ?? name?.[2]
  if (found === undefined) return null
  return (
    new RegExp(
      `(?:const|let|var)\\s+${found}\\b[^=]*=\\s*(async\\s+)?(?:function\\b\\s*\\w*\\s*)?\\(\\s*(\\w+)`
    ).exec(masked) ?? new RegExp(`(async\\s+)?function\\s+${found}\\s*\\(\\s*(\\w+)`).exec(masked)
  )
}

// After the parameters, and a type or an arrow.
function bodyAfter (masked: string, end: number): number | null {
  const rest = masked.slice(end)
  const match = /^\s*(?::\s*[\w.<>[\]| ]+?)?\s*(?:=>)?\s*\{/.exec(rest)
  return match === null ? null : end + match[0].length - 1
}

function closing (masked: string, open: number): number {
  let depth = 0
  for (let index = open; index < masked.length; index++) {
    if ('([{'.includes(masked[index]!)) depth++
    if (')]}'.includes(masked[index]!) && --depth === 0) return index + 1
  }
  return masked.length
}

function endOfStatement (masked: string, end: number): number {
  return masked[end] === ';' ? end + 1 : end
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

// The bracket that is open at a place; -1 for none.
function opening (masked: string, place: number): number {
  let depth = 0
  for (let index = place - 1; index >= 0; index--) {
    if (')]}'.includes(masked[index]!)) depth++
    if ('([{'.includes(masked[index]!) && depth-- === 0) return index
  }
  return -1
}

function insertLine (source: string, masked: string, end: number, line: string): string {
  const [own] = /^[ \t]*/.exec(source.slice(statementStart(masked, end)))!
  const next = /^[^\S\n]*\n+([ \t]*)\S/.exec(masked.slice(end))?.[1]
  const indent = masked[end - 1] === '{' ? next ?? `${own}  ` : own
  return `${source.slice(0, end)}\n${indent}${line}${source.slice(end)}`
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

// The end of the last import or require at the top.
function lastImport (masked: string): number {
  const imports = [
    ...masked.matchAll(
      /^(?:import\b[^;]*?["'`]#*["'`](?:\s*with\s*\{[^}]*\})?|(?:const|let|var)\s[^=\n]*=\s*require\s*\([^\n]*\))[^\S\n]*;?/gm
    )
  ]
  const last = imports.at(-1)
  return last === undefined ? 0 : last.index + last[0].length
}

/** Returns code of the same length, with `#` for what strings and comments contain. */
export function mask (source: string): string {
  return source.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g,
    text =>
      text.startsWith('/')
        ? text.replace(/[^\n]/g, ' ')
        : text[0]! + text.slice(1, -1).replace(/[^\n]/g, '#') + text[0]!
  )
}
