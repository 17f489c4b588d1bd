import { UsageError } from '../command.ts'
import type { Noun, ResourceName } from './new-resource.ts'

// What modules of a project, and the types that are written of it, have already.
const RESERVED_FILES = new Set([
  ...['action-to', 'api', 'app', 'array', 'assert', 'by-clerk', 'change', 'client', 'contains', 'database', 'document'],
  ...['documentation', 'explorer', 'generated', 'health', 'index', 'kysely', 'link-target', 'link-to', 'login'],
  ...['map', 'mcp', 'no-input', 'number', 'object', 'omit', 'page', 'page-of', 'partial', 'problem', 'promise'],
  ...['query', 'record', 'remove', 'reply', 'request', 'resource', 'resources', 'root', 'route', 'routes', 'session'],
  ...['static', 'string', 'table', 'test', 'token', 'type', 'user', 'users']
])

// Both schemas and types of a resource end with these.
const SUFFIXES = ['input', 'page', 'query', 'schema', 'store']

// The identifiers that no variable can have.
const RESERVED = new Set([
  ...['arguments', 'await', 'break', 'case', 'catch', 'class', 'const'],
  ...['constructor', 'continue', 'debugger', 'default', 'delete', 'do', 'else'],
  ...['enum', 'eval', 'export', 'extends', 'false', 'finally', 'for'],
  ...['function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface'],
  ...['let', 'new', 'null', 'package', 'private', 'protected', 'public'],
  ...['return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try'],
  ...['typeof', 'undefined', 'var', 'void', 'while', 'with', 'yield']
])

/** Reads the name of a resource, such as `book` or `book-shelf`, and its plural. @throws UsageError */
export function resourceName (name: string, plural: string | undefined): ResourceName {
  const one = ownNoun(name, 'the name of a resource')
  const many = plural === undefined ? ownNoun(pluralOf(name), 'the plural') : ownNoun(plural, '--plural')
  const last = one.file.split('-').at(-1)!
  if (one.file.includes('-') && SUFFIXES.includes(last)) {
    throw new UsageError(
      `'${name}' ends with '${last}', as schemas and types of other resources do. Choose another name.`
    )
  }
  return { one, many }
}

/** Returns the words of an identifier: `publishedIn` is `published in`. */
export function wordsOf (name: string): string[] {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[ -]/).map(word => word.toLowerCase())
}

/** Checks that an identifier can name a variable. @throws UsageError */
export function checkIdentifier (name: string, what: string, example: string): void {
  if (!/^[a-z][a-z0-9]*$/i.test(name)) {
    throw new UsageError(`${what}: '${name}' is no name of letters and digits, such as ${example}`)
  }
  if (isReservedWord(name)) {
    throw new UsageError(`${what}: '${name}' is a reserved word of JavaScript. Choose another name.`)
  }
}

/** Whether no variable can have a name. */
export function isReservedWord (name: string): boolean {
  return RESERVED.has(name)
}

function ownNoun (name: string, what: string): Noun {
  const noun = nounOf(name, what)
  if (RESERVED_FILES.has(noun.file)) {
    throw new UsageError(`${what}: '${name}' is a name of the project itself. Choose another name.`)
  }
  checkIdentifier(noun.identifier, what, 'book')
  return noun
}

/** Returns the forms of a name, such as `book-shelf`. @throws UsageError */
export function nounOf (name: string, what: string): Noun {
  for (const part of name.split('-')) checkPart(part, name, what)
  const words = wordsOf(name)
  const type = words.map(capitalized).join('')
  const identifier = words[0]! + type.slice(words[0]!.length)
  return { words: words.join(' '), identifier, type, file: words.join('-'), table: words.join('_') }
}

function checkPart (part: string, name: string, what: string): void {
  if (/^[a-z][a-z0-9]*$/i.test(part)) return
  throw new UsageError(`${what}: '${name}' is no name of letters, digits and hyphens, such as book or book-shelf`)
}

/** `title` is `Title`. */
export function capitalized (word: string): string {
  return word[0]!.toUpperCase() + word.slice(1)
}

// The regular plural of English. Others are given by --plural.
function pluralOf (name: string): string {
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`
}
