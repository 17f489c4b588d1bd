import { join } from 'node:path/posix'
import t from 'tap'
import ts from 'typescript'

// The API reference is made of the docstrings: every public name has one, and so has every member of a public type.

const ROOT = process.cwd()

const ENTRIES = ['lib/index.ts', 'lib/typebox.ts', 'lib/zod.ts', 'explorer/index.ts', 'html/index.ts', 'mcp/index.ts', 'nest/index.ts', 'client/index.ts', 'testing/index.ts']

const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile) as { config: { compilerOptions: object } }
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)

/** The program of the entry points, or of other modules. */
function programOf (files: readonly string[], host?: ts.CompilerHost): ts.Program {
  return ts.createProgram(files.map(file => join(ROOT, file)), options, host)
}

/** The public names and members of a module that have no docstring: `Page.items`. */
function undocumented (program: ts.Program, file: string): string[] {
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(ROOT, file))!)!
  const hasText = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0
  return checker.getExportsOfModule(module).flatMap(exported => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    // The members of a schema are keywords of JSON schema, and `name` of an error is that of its class.
    if (exported.name.endsWith('Schema')) return hasText(symbol) ? [] : [exported.name]
    const members = membersOf(symbol).filter(member => !hasText(member)).map(({ name }) => `${exported.name}.${name}`)
    return hasText(symbol) ? members : [exported.name, ...members]
  })
}

// The choices of a field are no options of a call.
/** The optional members of option types of a module whose docstrings have no `@default`: `PageQueryOptions.maxPageSize`. */
function withoutDefault (program: ts.Program, file: string): string[] {
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(ROOT, file))!)!
  return checker.getExportsOfModule(module).filter(({ name }) => name.endsWith('Options') && name !== 'FieldOptions').flatMap(exported => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const optional = membersOf(symbol).filter(({ flags }) => flags & ts.SymbolFlags.Optional)
    return optional.filter(member => !member.getJsDocTags().some(({ name }) => name === 'default')).map(({ name }) => `${exported.name}.${name}`)
  })
}

/** The members that the declarations of an interface, a class or an object type have, without those that are private. */
function membersOf (symbol: ts.Symbol): ts.Symbol[] {
  const own = (symbol.declarations ?? []).filter(isOwn)
  const members = own.flatMap(declaration => {
    const body = ts.isTypeAliasDeclaration(declaration) ? declaration.type : declaration
    return ts.isInterfaceDeclaration(body) || ts.isClassDeclaration(body) || ts.isTypeLiteralNode(body) ? [...body.members] : []
  })
  return [...new Set(members.filter(isPublic).flatMap(member => (member as { symbol?: ts.Symbol }).symbol ?? []))]
    .filter(({ name }) => !name.startsWith('__') && name !== 'prototype')
}

function isPublic (member: ts.ClassElement | ts.TypeElement): boolean {
  const { name } = member
  if (name === undefined || (ts.isClassDeclaration(member.parent) && name.getText() === 'name')) return false
  if (ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name)) return false
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0
}

const isOwn = (node: ts.Node) => !node.getSourceFile().fileName.includes('/node_modules/')

const program = programOf(ENTRIES)

for (const file of ENTRIES) {
  t.test(`every public name of ${file} has a docstring, and so have its members`, async t => {
    t.same(undocumented(program, file), [])
  })
}

t.test('every optional option has a default', async t => {
  t.same(ENTRIES.flatMap(file => withoutDefault(program, file)), [])
})

t.test('a name and a member without a docstring are found', async t => {
  const file = 'types/undocumented.ts'
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  const source = '/** A. */\nexport interface A {\nb: 1\n/** C. */\nc: 1 }\nexport const d = 1\n'
  host.readFile = path => path === join(ROOT, file) ? source : readFile(path)
  host.fileExists = path => path === join(ROOT, file) || fileExists(path)
  t.same(undocumented(programOf([file], host), file), ['A.b', 'd'])
})
