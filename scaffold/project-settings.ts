import { basename, resolve } from 'node:path'
import type { Framework, NewProject } from './arguments.ts'
import { manifest, rangeOf } from './package.ts'

// The differences between the targets.
const TARGETS: Readonly<Record<Framework, { node: string, types: string, language: string }>> = {
  node24: { node: '>=24', types: '^24.0.0', language: 'ES2024' },
  node22: { node: '>=22', types: '^22.0.0', language: 'ES2023' },
  node20: { node: '>=20.19', types: '^20.19.0', language: 'ES2022' }
}

/** Returns the package.json of a new project. */
export function packageJson ({ dir, framework, openapi }: NewProject): object {
  return {
    name: packageName(dir),
    version: '1.0.0',
    private: true,
    type: 'module',
    engines: { node: TARGETS[framework].node },
    scripts: {
      dev: 'tsx watch server.ts',
      build: 'tsc -p tsconfig.build.json',
      prestart: 'npm run --silent build',
      start: 'node dist/server.js',
      test: 'node --import tsx --test app.test.ts',
      routes: 'hyper-api routes app.ts --out routes.ts',
      check: 'tsc --noEmit && hyper-api routes app.ts --out routes.ts --check && hyper-api check app.ts'
    },
    dependencies: {
      ...ranges(openapi ? ['@fastify/swagger', '@fastify/swagger-ui', 'fastify'] : ['fastify']),
      'fastify-hyper': manifest.version
    },
    devDependencies: { '@types/node': TARGETS[framework].types, ...ranges(['tsx', 'typescript']) }
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

/** The tsconfig.build.json of a new project: tests are type-checked, but not compiled. */
export const BUILD_SETTINGS = { extends: './tsconfig.json', exclude: ['node_modules', 'dist', '**/*.test.ts'] }

function ranges (names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, rangeOf(name)]))
}

// A valid package name for npm, as close to the name of the folder as possible.
function packageName (dir: string): string {
  const name = basename(resolve(dir)).toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '')
  return name === '' ? 'orders-api' : name
}
