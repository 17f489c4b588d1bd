import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import ts from 'typescript'

// The public types of an entry point as one text, made of the declaration files that users get. A change of a type is a
// change of this text.
// @microsoft/api-extractor loads all dependencies for each entry point;
// only the declarations of the package itself are read here.

const ROOT = process.cwd()

const ORIGIN =
  'Written by `npm run api`; a test compares it with the build. See [the upgrade rules](../../../docs/upgrades.md).'

/** The folder of the reports. */
export const REPORTS = 'test/process/package/api'

interface EntryPoint {
  /** As users import it: `fastify-hyper/client`. */
  readonly name: string
  /** Its declarations: `dist/client/index.d.ts`. */
  readonly file: string
  /** Its report: `test/process/package/api/client.api.md`. */
  readonly report: string
}

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

/** The entry points that package.json exports. */
export function entryPoints (): EntryPoint[] {
  const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  return Object.entries(exports).flatMap(([path, target]) => typeof target === 'string'
    ? []
    : {
        name: join(name, path),
        file: join(target.types),
        report: `${REPORTS}/${path === '.' ? 'index' : path.slice(2)}.api.md`
      })
}

/** The declaration files of the package, without those of its dependencies. */
export function readDeclarations (): ts.Program {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.d.ts'))
  return programOf(files.map(file => `dist/${file}`))
}

/** A program of these files only: imports of others are not followed. */
export function programOf (files: readonly string[], host?: ts.CompilerHost): ts.Program {
  const { NodeNext: module } = ts.ModuleKind
  return ts.createProgram(
    files.map(file => join(ROOT, file)), { module, noLib: true, noResolve: true, noEmit: true, types: [] }, host
  )
}

/**
 * The report of an entry point: what it exports by name, what that refers to,
 * and what it adds to the types of other modules.
 */
export function apiReport (program: ts.Program, { name, file }: EntryPoint): string {
  const checker = program.getTypeChecker()
  const aliased = (symbol: ts.Symbol) => symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const textOf = (node: ts.Statement) =>
    keysIn(node).reduce((text, keys) => text.replace(keys.getText(), unionOf(keys, checker)), declarationText(node))
      .replace(/ +$/gm, '')
  const exportOf = (name: string, nodes: readonly ts.Statement[]) => nodes.map(textOf).join('\n') +
    renaming(name, nodes)
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(join(ROOT, file))!)!)
  const statements = new Map(exported.map(symbol => [symbol.name, statementsOf(aliased(symbol))]))
  const referenced = referencedBy([...statements.values()].flat(), node => {
    const symbol = checker.getSymbolAtLocation(node)
    return symbol === undefined ? [] : statementsOf(aliased(symbol))
  })
  const reached = reachableFrom(file, program)
  return [
    `# API of ${name}\n\n${ORIGIN}\n`,
    section('Exports', [...statements].map(([name, nodes]) => [name, exportOf(name, nodes)])),
    section('Types that they refer to', referenced.map(node => [nameOf(node), textOf(node)])),
    section('Additions to other modules', reached.flatMap(augmentations).map(node => [node.name.text, textOf(node)]))
  ].filter(part => part !== '').join('\n')
}

/** The top-level statements of the package that declare a symbol. */
function statementsOf (symbol: ts.Symbol): ts.Statement[] {
  const statements = (symbol.declarations ?? []).flatMap(declaration => {
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
    return ts.isSourceFile(node.parent ?? node) && ts.isStatement(node) ? node : []
  })
  return statements.filter(statement => !ts.isImportDeclaration(statement) && !ts.isModuleDeclaration(statement))
}

/** The statements that the names in others refer to, and those that these refer to. */
function referencedBy (
  statements: readonly ts.Statement[], resolve: (name: ts.Identifier) => ts.Statement[]
): ts.Statement[] {
  const seen = new Set(statements)
  const visit = (node: ts.Node): void => {
    if (isPrivate(node) || isKeys(node)) return
    if (ts.isIdentifier(node)) {
      for (const statement of resolve(node).filter(statement => !seen.has(statement))) {
        seen.add(statement)
        visit(statement)
      }
    }
    ts.forEachChild(node, visit)
  }
  for (const statement of statements) visit(statement)
  return [...seen].slice(new Set(statements).size)
}

function isPrivate (node: ts.Node): boolean {
  return ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) === true
}

/** The files that an entry point imports, directly or not, with the file itself. */
function reachableFrom (file: string, program: ts.Program, seen = new Set<string>()): ts.SourceFile[] {
  const source = program.getSourceFile(join(ROOT, file))
  if (source === undefined || seen.has(file)) return []
  seen.add(file)
  const relative = ts.preProcessFile(source.text).importedFiles.map(({ fileName }) => fileName)
    .filter(name => name.startsWith('.'))
  const imported = relative.map(name => join(dirname(file), name.replace(/\.tsx?$/, '.d.ts')))
  return [source, ...imported.flatMap(file => reachableFrom(file, program, seen))]
}

function augmentations ({ statements }: ts.SourceFile): ts.ModuleDeclaration[] {
  return statements.filter(ts.isModuleDeclaration)
}

function nameOf (statement: ts.Statement): string {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]!.name.getText()
  return (statement as ts.DeclarationStatement).name?.getText() ?? ''
}

function renaming (name: string, [first]: readonly ts.Statement[]): string {
  return first === undefined || nameOf(first) === name ? '' : `\nexport { ${nameOf(first)} as ${name} }`
}

/** `keyof typeof table`: the keys of a table can be public while its values are not. */
function isKeys (node: ts.Node): node is ts.TypeOperatorNode {
  return ts.isTypeOperatorNode(node) && ts.isTypeQueryNode(node.type)
}

function keysIn (node: ts.Node): ts.TypeOperatorNode[] {
  if (isKeys(node)) return [node]
  const found: ts.TypeOperatorNode[] = []
  ts.forEachChild(node, child => { found.push(...keysIn(child)) })
  return found
}

function unionOf (keys: ts.TypeOperatorNode, checker: ts.TypeChecker): string {
  const type = checker.getTypeFromTypeNode(keys)
  const names = type.isUnion() ? type.types : [type]
  return names.map(name => `\n    | ${checker.typeToString(name)}`).sort().join('')
}

/** The declaration without private members, and without docstrings except their `@default` and `@deprecated`. */
function declarationText (statement: ts.Statement): string {
  return statement.getFullText()
    .replace(/^[ \t]*\/\/.*\n/gm, '')
    .replace(
      /^([ \t]*)\/\*\*([^]*?)\*\/\n/gm,
      (_comment, indent: string, doc: string) => contractOf(doc).map(line => `${indent}// ${line}\n`).join('')
    )
    .replace(/^ *(?:private (?!constructor)|#private).*\n/gm, '')
    .trim()
    .replace(/^(?:export )?(?:default )?(?:declare (?!module|global))?/m, '')
}

function contractOf (doc: string): string[] {
  return [...doc.matchAll(/@(?:default|deprecated)\b[^\n@]*/g)].map(([tag]) => tag.trim())
}

/** A section with its declarations, sorted by name. */
function section (title: string, declarations: ReadonlyArray<readonly [name: string, text: string]>): string {
  if (declarations.length === 0) return ''
  const texts = declarations.toSorted(([a, x], [b, y]) => a === b ? (x < y ? -1 : 1) : (a < b ? -1 : 1))
    .map(([, text]) => text)
  return `## ${title}\n\n\`\`\`ts\n${texts.join('\n\n')}\n\`\`\`\n`
}
