import { execFile } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import swagger from '@fastify/swagger'
import { build } from 'esbuild'
import type { FastifyInstance } from 'fastify'
import * as published from 'fastify-hyper'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import t, { type Test } from 'tap'
import * as source from '../../../lib/index.ts'
import { buildApp } from '../../../scaffold/templates/minimal/app.ts'
import { typeBox, zod } from '../../support/dialects.ts'
import { openApiOf } from '../../support/openapi.ts'
import { ordersApi } from '../../support/orders-api.ts'
import { CLIENTS } from './clients.ts'

const run = promisify(execFile)
const root = process.cwd()
const folder = join(root, 'test/acceptance/generators/tools')
const bin = (name: string) => join(folder, 'node_modules/.bin', name)
const formats = ['default']

const FLAGS =
  ['--ignoreConfig', '--noEmit', '--strict', '--noUncheckedIndexedAccess', '--skipLibCheck',
    '--allowImportingTsExtensions', '--target', 'ES2022',
    '--module',
    'ESNext', '--moduleResolution', 'Bundler', '--lib', 'ES2022,DOM,DOM.Iterable', '--types', 'node', '--typeRoots',
    join(root, 'node_modules/@types')]

async function referenceApi (): Promise<FastifyInstance> {
  const document = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.register(swagger, {
      openapi: { openapi: '3.1.0', info: { title: 'Orders API', version: '1.0.0' } },
      transform: published.createHyperTransform({ formats }),
      refResolver: {
        buildLocalReference: (json, _baseUri, _fragment, index) =>
          typeof json.$id === 'string' ? json.$id : `def-${index}`
      }
    })
  }
  subscribe('fastify.initialization', document)
  try {
    const app = await buildApp()
    await app.ready()
    return app
  } finally {
    unsubscribe('fastify.initialization', document)
  }
}

/** Writes the clients of all generators for a document. */
async function generate (at: string, document: object): Promise<void> {
  await rm(at, { recursive: true, force: true })
  await mkdir(at, { recursive: true })
  const input = join(at, 'openapi.json')
  await writeFile(input, JSON.stringify(document))
  await run(bin('openapi-typescript'), [input, '-o', join(at, 'openapi-typescript.ts')])
  await run(bin('openapi-ts'), [
    '-i', input, '-o', join(at, 'hey-api'), '-c', '@hey-api/client-fetch', '--silent'
  ], { cwd: folder })
  await run(bin('orval'), ['--input', input, '--output', join(at, 'orval.ts'), '--client', 'fetch'], { cwd: at })
  await run(bin('swagger-typescript-api'), ['generate', '-p', input, '-o', at, '-n', 'swagger-typescript-api.ts'])
}

/** Returns the type errors of the programs and of the clients that they use. */
async function typeErrors (at: string, programs: readonly string[]): Promise<string> {
  const compiler = join(root, 'node_modules/ts7/lib/tsc.js')
  return run(process.execPath, [compiler, ...FLAGS, ...programs], { cwd: at })
    .then(() => '', (error: Error & { stdout: string }) => {
      if (!error.stdout.includes('error TS')) throw error
      return error.stdout
    })
}

/** Runs the program of openapi-fetch against the app. */
async function request (at: string, app: FastifyInstance): Promise<unknown> {
  const outfile = join(at, 'program.mjs')
  await build({
    entryPoints: [join(at, 'use-openapi-fetch.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error'
  })
  const { useOrder } = await import(pathToFileURL(outfile).href) as { useOrder (baseUrl: string): Promise<unknown> }
  return useOrder(await app.listen())
}

async function compiles (t: Test, name: string, read: string, app: FastifyInstance): Promise<string> {
  t.teardown(() => app.close())
  const at = join(folder, 'generated', name)
  await generate(at, openApiOf(app))
  for (const [generator, program] of Object.entries(CLIENTS)) {
    await writeFile(join(at, `use-${generator}.ts`), program({ read }))
  }
  t.equal(await typeErrors(at, Object.keys(CLIENTS).map(generator => `use-${generator}.ts`)), '', 'the clients compile')
  return at
}

const typeBoxApi = () => ordersApi({
  dialect: typeBox,
  hyper: source,
  transform: source.createHyperTransform({ formats })
})
const zodApi = () => ordersApi({
  dialect: zod,
  hyper: source,
  transform: source.createHyperTransform({ transform: jsonSchemaTransform as source.SchemaTransform, formats })
})

t.test('clients of the reference API', async t => {
  await compiles(t, 'reference', 'getOrderById', await referenceApi())
})

for (const [name, make] of [['typebox', typeBoxApi], ['zod', zodApi]] as const) {
  t.test(`clients of an app with ${name}`, async t => {
    const app = await make()
    const at = await compiles(t, name, 'readOrder', app)
    t.match(await request(at, app), {
      self: '/orders/1', cancel: { href: '/orders/1/cancel', method: 'POST' }, status: 'Pending'
    })
  })
}

t.test('a program that uses what the document does not have does not compile', async t => {
  const at = join(folder, 'generated/typebox')
  const program = CLIENTS['openapi-fetch']!({ read: '' }).replace('data.status', 'data.state')
  await writeFile(join(at, 'wrong.ts'), program)
  t.match(await typeErrors(at, ['wrong.ts']), /wrong\.ts\(\d+,\d+\): error TS2339: Property 'state' does not exist/)
})
