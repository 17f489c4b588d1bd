import t from 'tap'
import ts from 'typescript'
import { ENTRIES, exportsOf, program } from '../../support/source-program.ts'

// A user must be able to write the type of every parameter, member and result of the package.

const checker = program.getTypeChecker()

const resolved = (symbol: ts.Symbol) => symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

/** Entries that are imported beside `fastify-hyper`, whose types they name. */
const BESIDE_MAIN = /^(?:nest|formats)\//

/**
 * Returns the names of the types that a module's exports mention, that their own files export,
 * and that the module does not.
 */
function missingTypes (file: string): string[] {
  const exports = exportsOf(file)
  const importable = BESIDE_MAIN.test(file) ? [...exports, ...exportsOf('lib/index.ts')] : exports
  const names =
    new Set(importable.filter(symbol => resolved(symbol).flags & ts.SymbolFlags.Type).map(({ name }) => name))
  const seen = new Set<ts.Symbol>()
  const missing = new Set<string>()

  const visitSymbol = (symbol: ts.Symbol) => {
    if (seen.has(symbol)) return
    seen.add(symbol)
    for (const declaration of symbol.declarations ?? []) {
      if (isOwn(declaration)) visitDeclaration(declaration)
    }
  }
  const visitDeclaration = (node: ts.Node): void => {
    if (isHidden(node)) return
    if (ts.isTypeReferenceNode(node)) mention(node.typeName)
    else if (ts.isExpressionWithTypeArguments(node) && ts.isInterfaceDeclaration(node.parent.parent)) {
      mention(node.expression)
    }
    ts.forEachChild(node, visitDeclaration)
  }
  const mention = (name: ts.Node) => {
    const symbol = resolved(checker.getSymbolAtLocation(name)!)
    const declaration = symbol.declarations?.[0]
    if (declaration === undefined || ts.isTypeParameterDeclaration(declaration) || !isOwn(declaration)) return
    const isExported = (ts.getCombinedModifierFlags(declaration as ts.Declaration) & ts.ModifierFlags.Export) !== 0
    if (isExported && !names.has(symbol.name)) missing.add(symbol.name)
    visitSymbol(symbol)
  }
  for (const symbol of exports) visitSymbol(resolved(symbol))
  return [...missing]
}

const isOwn = (node: ts.Node) => !node.getSourceFile().fileName.includes('/node_modules/')

/**
 * What no declaration file shows: bodies, private members, values, the base of a class,
 * the implementation of overloads.
 */
function isHidden (node: ts.Node): boolean {
  if (ts.isBlock(node) || (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name))) return true
  if (ts.isFunctionDeclaration(node)) return node.body !== undefined && isOverloaded(node)
  if (ts.isHeritageClause(node)) return ts.isClassDeclaration(node.parent)
  return ts.isExpression(node) && !ts.isExpressionWithTypeArguments(node) && !ts.isIdentifier(node)
}

function isOverloaded ({ name, parent }: ts.FunctionDeclaration): boolean {
  const sameName = (parent as ts.SourceFile).statements.filter(other =>
    ts.isFunctionDeclaration(other) && other.name?.text === name?.text)
  return sameName.length > 1
}

for (const file of ENTRIES) {
  t.test(`every type in a signature of ${file} can be imported`, async t => {
    t.same(missingTypes(file), [])
  })
}

t.test('a type that is not exported is found', async t => {
  t.ok(missingTypes('types/options.ts').includes('LinkConfig'))
})
