import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import type { Parameters } from 'recheck'
import t from 'tap'
import ts from 'typescript'
import { parameterPattern } from '../../../lib/http/query-parameter.ts'

// A regular expression that takes more than linear time on some string lets a client stop the server with one request.

// Its binary, where there is one for the machine, else JavaScript. It is read on import.
process.env['RECHECK_BACKEND'] = 'auto'
const { check } = await import('recheck')

const ROOT = process.cwd()

/** Vulnerable, but no client's string gets there. */
const OWN_STRINGS: Readonly<Record<string, string>> = {
  "scaffold/catalog-text.ts /^ {2}(\\S.*: '.*'),?$/s":
    'reads a line of the catalog in the project of the one who runs the command',
  'scaffold/add.ts /^[^]*?defineLinks\\(RootSchema, links => \\{\\r?\\n[^]*?(?=^\\}\\))/m':
    'reads a file of the project of the one who runs the command',
  'scaffold/finding.ts /(?<=^|[\\s(])(file:\\/\\/[^\\s()]+?|(?:[A-Za-z]:)?[\\\\/][^\\n():]+):(\\d+(?::\\d+)?)/gm':
    'reads the stack of an error at start',
  'scaffold/project-files.ts /^( *)(?:\\/\\/ )?(.*?) (?:\\/\\/|<!--) --(html|mcp|explorer|openapi)(?: -->)?\\n/gm':
    'reads the files of the template',
  'scaffold/project-settings.ts /^-+|-+$/g': 'reads the name of a folder'
}

// They read the source files of the one who runs the command.
const OWN_FILES = ['scaffold/adopt/']

/**
 * The files that make one of strings at run time, so that no test can check it; none of those strings is a client's.
 */
const MADE: Readonly<Record<string, string>> = {
  'client/pattern.ts': 'one character of the `regex` of a form, for one character of a value; ' +
    'test/process/package/client-pattern.test.ts',
  'hypermedia/check-tree.ts': 'a `pattern` of a schema, on up to 1000 characters that a validator was given',
  'formats/collection-json.ts': 'the names of the members of a resource, escaped, in an expression that is linear',
  'lib/formats/writer.ts': 'a random mark of letters and digits',
  'lib/json/object.ts': 'names, escaped, and an expression that a formatter of the app gives',
  'lib/validation/guarded-ajv.ts': 'a `pattern` of a schema, on strings that no other keyword rejects, as Ajv does',
  'lib/forms/fields/text.ts': 'compiles a `pattern` of a schema at start, and runs it on nothing',
  'lib/http/query-parameter.ts': 'the name of a parameter; a test below checks one',
  'testing/forms/sample-inputs.ts': 'a `pattern` of a schema, on its examples and short strings',
  'scaffold/adopt/register.ts': 'names of a source file of the one who runs the command',
  'scaffold/add.ts': 'the name of a resource, which is an identifier, in a file of the project',
  'scaffold/client/api-text.ts': 'a name of this package, searched in the types that it writes',
  'hypermedia/form.ts': 'compiles a `pattern` of a schema; the browser runs it on what its user typed'
}

const literals: string[] = []
const made: string[] = []

const FOLDERS = [
  'lib', 'client', 'testing', 'scaffold', 'hypermedia', 'views', 'explorer', 'html', 'mcp', 'nest', 'formats'
]

for (const folder of FOLDERS) {
  for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    // Templates of projects are the source of other programs.
    if (/\.[jt]sx?$/.test(name) && !name.startsWith('templates/')) readExpressions(join(folder, name))
  }
}

function readExpressions (file: string): void {
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(`${file} ${node.text}`)
    else if (isCall(node) && node.expression.getText() === 'RegExp') made.push(file)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true))
}

function isCall (node: ts.Node): node is ts.CallExpression | ts.NewExpression {
  return ts.isCallExpression(node) || ts.isNewExpression(node)
}

async function statusOf (literal: string): Promise<string> {
  const expression = literal.slice(literal.indexOf(' ') + 1)
  const end = expression.lastIndexOf('/')
  const checked = async (parameters: Parameters) =>
    (await check(expression.slice(1, end), expression.slice(end + 1), { timeout: 60_000, ...parameters })).status
  // On a busy machine, the checker takes a match that was slow for a vulnerable one; without time limits it only
  // counts, and takes longer.
  const status = await checked({})
  return status === 'safe' || literal in OWN_STRINGS
    ? status
    : checked({ attackTimeout: null, incubationTimeout: null })
}

async function vulnerable (literals: readonly string[]): Promise<string[]> {
  const statuses = await Promise.all(literals.map(statusOf))
  return literals.filter((_, index) => statuses[index] !== 'safe')
}

t.test('the checker finds an expression that is quadratic, and one that is exponential', async t => {
  t.equal(await statusOf('. /\\/+$/'), 'vulnerable')
  t.equal(await statusOf('. /^(?:a|a)*$/'), 'vulnerable')
  t.equal(await statusOf('. /^a+$/'), 'safe')
})

t.test('regular expressions take linear time', async t => {
  t.ok(literals.length > 80, `${literals.length} literals were found`)
  const others = literals.filter(literal => !OWN_FILES.some(folder => literal.startsWith(folder)))
  t.same((await vulnerable(others)).sort(), Object.keys(OWN_STRINGS).sort())
})

t.test('regular expressions that are made of strings are made of the app\'s own', async t => {
  t.same([...new Set(made)].sort(), Object.keys(MADE).sort())
})

t.test('the expression of the name of a query parameter takes linear time', async t => {
  const { source, flags } = parameterPattern('p')
  t.equal(await statusOf(`. /${source}/${flags}`), 'safe')
})
