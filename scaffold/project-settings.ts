import { basename, resolve } from 'node:path'
import type { Framework, NewProject } from './command.ts'
import { manifest, rangeOf } from './package.ts'
import { FULL, SMALL } from './project-scripts.ts'

// The differences between the targets.
const TARGETS: Readonly<Record<Framework, { node: string, types: string, language: string }>> = {
  node24: { node: '>=24', types: '^24.0.0', language: 'ES2024' },
  node22: { node: '>=22', types: '^22.0.0', language: 'ES2023' },
  node20: { node: '>=20.19', types: '^20.19.0', language: 'ES2022' }
}

/** Returns the major version of Node.js of a target. */
export function nodeVersion (framework: Framework): string {
  return framework.replace('node', '')
}

/** Returns the package.json of a new project. */
export function packageJson ({ dir, framework, minimal, html, mcp, openapi }: NewProject): object {
  const { scripts, dependencies, devDependencies } = minimal ? SMALL : FULL
  return {
    name: packageName(dir),
    version: '1.0.0',
    private: true,
    type: 'module',
    engines: { node: TARGETS[framework].node },
    scripts,
    dependencies: ranges([
      ...dependencies,
      ...html && !minimal ? ['@fastify/cookie'] : [],
      ...mcp ? ['@modelcontextprotocol/server'] : [],
      ...openapi ? ['@fastify/swagger', '@fastify/swagger-ui'] : []
    ]),
    devDependencies: { '@types/node': TARGETS[framework].types, ...ranges(devDependencies) }
  }
}

/** Returns the tsconfig.json of a new project. */
export function compilerSettings ({ framework }: NewProject): object {
  return {
    compilerOptions: {
      target: TARGETS[framework].language,
      module: 'NodeNext',
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
      skipLibCheck: true,
      rootDir: '.',
      outDir: 'dist'
    }
  }
}

/** Returns the tsconfig.build.json of a new project: tests are type-checked, but not compiled. */
export function buildSettings ({ minimal }: NewProject): object {
  const extended = { extends: './tsconfig.json' }
  return minimal
    ? { ...extended, exclude: ['node_modules', 'dist', '**/*.test.ts'] }
    : { ...extended, compilerOptions: { rootDir: 'src' }, include: ['src'] }
}

function ranges (names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.toSorted()
    .map(name => [name, name === 'fastify-hyper' ? manifest.version : rangeOf(name)]))
}

// A valid package name for npm, as close to the name of the folder as possible.
function packageName (dir: string): string {
  const name = basename(resolve(dir)).toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '')
  return name === '' ? 'orders-api' : name
}
