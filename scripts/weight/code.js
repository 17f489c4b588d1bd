// Figures of the source that wrapping or squeezing lines hardly changes: of lib, unless a name says otherwise.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import ts from 'typescript'

const CODE = /\.(?:ts|tsx|mts|cts|js|mjs|cjs)$/

function filesOf (...folders) {
  // Files that are new and not committed yet count, too; files of deleted folders do not.
  const options = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const removed = new Set(lines(execFileSync('git', ['ls-files', '--deleted'], { encoding: 'utf8' })))
  return lines(execFileSync('git', [...options, ...folders], { encoding: 'utf8' }))
    .filter(file => CODE.test(file) && !file.endsWith('.d.ts') && !removed.has(file))
}

function lines (text) {
  return text.split('\n').filter(line => line !== '')
}

function parsed (file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}

/** Calls a function for each node of the syntax tree of some files. */
function visitAll (sources, visit) {
  const descend = node => {
    visit(node)
    ts.forEachChild(node, descend)
  }
  sources.forEach(descend)
}

function count (sources, isCounted) {
  let found = 0
  visitAll(sources, node => { if (isCounted(node)) found++ })
  return found
}

function isLeaf (node) {
  return node.kind !== ts.SyntaxKind.EndOfFileToken && ts.forEachChild(node, () => true) === undefined
}

/** Declared functions, with a body: no callbacks, overloads or types. */
function isWide (node) {
  const isDeclared =
    ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isConstructorDeclaration(node)
  return isDeclared && node.body !== undefined && node.parameters.length >= 4
}

/** `Object.defineProperty(foreign, name, { get })`. Accessors of classes are no tricks. */
function isHungAccessor (node) {
  return ts.isCallExpression(node) && node.expression.getText() === 'Object.defineProperty' &&
    node.arguments.some(argument => ts.isObjectLiteralExpression(argument) &&
      argument.properties.some(({ name }) => name?.getText() === 'get'))
}

function roomOf (file) {
  const [, room, rest] = file.split('/')
  return rest === undefined ? 'lib' : room
}

/** The pairs of rooms one of which imports from the other. */
function arrowsOf (sources) {
  const known = new Set(sources.map(({ fileName }) => fileName))
  return new Set(sources.flatMap(({ fileName, text }) =>
    [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, imported]) => join(dirname(fileName), imported))
      .filter(imported => known.has(imported) && roomOf(imported) !== roomOf(fileName))
      .map(imported => `${roomOf(fileName)} ${roomOf(imported)}`))).size
}

/** The files in which text matches. */
function filesWith (sources, expression) {
  return sources.filter(({ text }) => expression.test(text)).length
}

/** The members of the extensions of the environment that some files name. */
function privateMembers (sources) {
  const names = sources.flatMap(({ text }) => [
    ...[...text.matchAll(/\bextensions\.(\w+)/g)].map(([, name]) => name),
    ...[...text.matchAll(/\{ (\w+) \} = \w+\.extensions\b/g)].map(([, name]) => name)
  ])
  return new Set(names).size
}

/** The rows of the table of docs/architecture.md below the heading "A link has …". */
function formsOfALink () {
  const [section] = /^## A link has [^]*?(?=\n## )/m.exec(readFileSync('docs/architecture.md', 'utf8'))
  return lines(section).filter(line => /^\| [^|]*`/.test(line)).length
}

/** Symbols by which objects of others are marked: of the first part of marks.ts, and of files that register one. */
function foreignMarks (sources) {
  const isHome = ({ fileName }) => fileName === 'lib/fastify/marks.ts'
  const [first] = sources.find(isHome).text.split('// The others are on objects of this package')
  const elsewhere = sources.filter(source => !isHome(source) && source.text.includes('Symbol.for('))
  return first.match(/= Symbol\.for\(/g).length + elsewhere.length
}

export function figuresOfCode () {
  const sources = filesOf('lib').map(parsed)
  const choices = count(sources, ts.isConditionalExpression)
  const length = sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  return {
    leaves: count(sources, isLeaf),
    'arrows between rooms': arrowsOf(sources),
    'functions with 4 or more parameters': count(sources, isWide),
    '? : for 1,000 lines': Math.round(choices / length * 10_000) / 10,
    'forms of a link that docs/architecture.md lists': formsOfALink(),
    'files that write _links': filesWith(sources, /'_links', '_embedded'|"_links":/),
    'files that negotiate': filesWith(sources, /\bcreateNegotiator\(/),
    'private members of the environment that html and mcp use': privateMembers(filesOf('html', 'mcp').map(parsed)),
    'marks on objects of others': foreignMarks(sources),
    'accessors on objects of others': count(sources, isHungAccessor)
  }
}
