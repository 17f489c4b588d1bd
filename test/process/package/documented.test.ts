import t from 'tap'
import ts from 'typescript'
import { ENTRIES, exportsOf, program, programOf, TYPES } from '../../support/source-program.ts'

// The API reference is made of the docstrings: every public name has one, and so has every member of a public type.

/** The public names and members of a module that have no docstring: `Page.items`. */
function undocumented (program: ts.Program, file: string): string[] {
  const checker = program.getTypeChecker()
  const hasText = (symbol: ts.Symbol) =>
    symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags(checker).length > 0
  return exportsOf(file, program).flatMap(exported => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    // The members of a schema are keywords of JSON schema, and `name` of an error is that of its class.
    if (exported.name.endsWith('Schema')) return hasText(symbol) ? [] : [exported.name]
    const members = membersOf(symbol).filter(member => !hasText(member)).map(({ name }) => `${exported.name}.${name}`)
    return hasText(symbol) ? members : [exported.name, ...members]
  })
}

// The choices of a field are no options of a call.
/**
 * The optional members of option types of a module whose docstrings have no `@default`: `PageQueryOptions.maxPageSize`.
 */
function withoutDefault (file: string): string[] {
  const checker = program.getTypeChecker()
  return exportsOf(file).filter(({ name }) => name.endsWith('Options') && name !== 'FieldOptions').flatMap(exported => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const optional = membersOf(symbol).filter(({ flags }) => flags & ts.SymbolFlags.Optional)
    return optional.filter(member => !member.getJsDocTags().some(({ name }) => name === 'default')).map(({ name }) =>
      `${exported.name}.${name}`)
  })
}

/**
 * The members that the declarations of an interface, a class or an object type have, without those that are private.
 */
function membersOf (symbol: ts.Symbol): ts.Symbol[] {
  const own = (symbol.declarations ?? []).filter(isOwn)
  const members = own.flatMap(declaration => {
    const body = ts.isTypeAliasDeclaration(declaration) ? declaration.type : declaration
    return ts.isInterfaceDeclaration(body) || ts.isClassDeclaration(body) || ts.isTypeLiteralNode(body)
      ? [...body.members]
      : []
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

for (const file of ENTRIES) {
  t.test(`every public name of ${file} has a docstring, and so have its members`, async t => {
    t.same(undocumented(program, file), [])
  })
}

t.test('every optional option has a default', async t => {
  t.same(ENTRIES.flatMap(withoutDefault), [])
})

/** The names of a module that have no text, and the options that have neither text nor default. */
function unexplained (file: string): string[] {
  const checker = program.getTypeChecker()
  const hasText = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length > 0
  const hasDefault = (symbol: ts.Symbol) => symbol.getJsDocTags(checker).some(({ name }) => name === 'default')
  const symbols = exportsOf(file)
    .map(symbol => symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
  const options = symbols.filter(({ name }) => name.endsWith('Options'))
    .flatMap(symbol => [...symbol.members?.values() ?? []])
  return [
    ...symbols.filter(symbol => !hasText(symbol)),
    ...options.filter(symbol => symbol.flags & ts.SymbolFlags.Property && !hasText(symbol) && !hasDefault(symbol))
  ].map(({ name }) => name)
}

t.test('what users can name is explained', async t => {
  for (const file of [...ENTRIES, ...TYPES]) t.same(unexplained(file), [], file)
})

t.test('a name and a member without a docstring are found', async t => {
  const source = '/** A. */\nexport interface A {\nb: 1\n/** C. */\nc: 1 }\nexport const d = 1\n'
  t.same(undocumented(programOf('types/undocumented.ts', source), 'types/undocumented.ts'), ['A.b', 'd'])
})
