import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'

// Package managers such as pnpm give a package what its package.json names, and nothing that others have installed.

interface Manifest {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>
}

const { name, dependencies, peerDependencies, peerDependenciesMeta } =
  JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const declared = [...Object.keys(dependencies), ...Object.keys(peerDependencies)]

const files = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(?:c?js|d\.ts)$/.test(file) && !file.startsWith(join('explorer', 'page')))
  .map(file => ({ file, text: readFileSync(join('dist', file), 'utf8') }))

/** The packages that a file imports, for values or types. */
function packagesOf (text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles
    .map(({ fileName }) => fileName)
    .filter(path => !path.startsWith('.') && !isBuiltin(path))
    .map(path => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0])
}

t.test('each package that the build imports is declared', async t => {
  const text = "import 'a/b'\nimport type { C } from '@c/d/e'\nconst f = await import('f'), g = require('g')"
  t.same(packagesOf(text), ['a', '@c/d', 'f', 'g'])
  const undeclared = files.flatMap(({ file, text }) =>
    packagesOf(text).filter(imported => ![name, ...declared].includes(imported))
      .map(imported => `${file} imports ${imported}`))
  t.same(undeclared, [])
})

// Its name is the value of a variable.
const LOADED = ['@fastify/cookie', '@opentelemetry/api']

t.test('each package that is declared is imported', async t => {
  const imported = new Set(files.flatMap(({ text }) => packagesOf(text)))
  t.same(declared.filter(dependency => !imported.has(dependency)), LOADED)
})

t.test('each peer but Fastify is optional', async t => {
  t.same(Object.keys(peerDependencies).filter(peer => peerDependenciesMeta[peer]?.optional !== true), ['fastify'])
  t.same(Object.keys(peerDependenciesMeta).filter(peer => !Object.hasOwn(peerDependencies, peer)), [])
})
