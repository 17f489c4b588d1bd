// Where the package.json of a new project and of a small one differ.

interface ProjectPackages {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: readonly string[]
  readonly devDependencies: readonly string[]
}

export const SMALL: ProjectPackages = {
  scripts: {
    dev: 'tsx watch server.ts',
    build: 'tsc -p tsconfig.build.json',
    prestart: 'npm run --silent build',
    start: 'node dist/server.js',
    test: 'node --import tsx --test app.test.ts',
    routes: 'hyper-api routes app.ts --out routes.ts',
    check: 'tsc --noEmit && hyper-api routes app.ts --out routes.ts --check && hyper-api check app.ts'
  },
  dependencies: ['fastify', 'fastify-hyper'],
  devDependencies: ['tsx', 'typescript']
}

const ROUTES = 'hyper-api routes src/app.ts --out src/route-names.ts'
const DIFF = 'hyper-api diff contract.json src/app.ts --fail-on any'

export const FULL: ProjectPackages = {
  scripts: {
    dev: 'tsx watch src/server.ts',
    build: 'tsc -p tsconfig.build.json',
    prestart: 'npm run --silent build',
    start: 'node dist/server.js',
    test: 'tsx --test test/*.test.ts',
    lint: 'eslint .',
    check: `tsc --noEmit && ${ROUTES} --check && ${DIFF} && hyper-api check src/app.ts --crawl`,
    routes: ROUTES,
    client: 'hyper-api client src/app.ts --out client/api.ts',
    contract: 'hyper-api contract src/app.ts --out contract.json',
    user: 'tsx scripts/user.ts'
  },
  dependencies: [
    '@electric-sql/pglite', '@fastify/autoload', '@fastify/helmet', '@fastify/jwt', '@fastify/rate-limit',
    '@fastify/type-provider-typebox', 'close-with-grace', 'env-schema', 'fastify', 'fastify-hyper', 'fastify-plugin',
    'kysely', 'pg', 'typebox'
  ],
  devDependencies: ['@types/pg', 'eslint', 'json-schema-to-typescript', 'neostandard', 'tsx', 'typescript']
}
