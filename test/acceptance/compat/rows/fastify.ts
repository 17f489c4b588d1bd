import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT, runChecks, versionOf } from '../processes.ts'
import type { Row } from '../row.ts'
import { nodeOf, runSuites } from './node.ts'

// Another copy of Fastify takes the place of the one that apps import.
const OTHER = ['--no-warnings', '--import', pathToFileURL(join(PROJECT, 'programs/other-fastify.js')).href]
const SMOKE = 'programs/smoke.js'

const smoke = (copy: string) => async () => ({
  version: versionOf(copy), seen: await runChecks(nodeOf('node-24'), [...OTHER, SMOKE], { env: { FASTIFY: copy } })
})

const suites = (copy: string) => async () => ({
  version: versionOf(copy), seen: `${await runSuites(nodeOf('node-24'), OTHER, { FASTIFY: copy })} assertions`
})

export const fastifyRows: readonly Row[] = [
  { table: 'Fastify', name: 'Fastify 5, the lowest', run: smoke('fastify-lowest') },
  {
    table: 'Fastify',
    name: 'Fastify 5, the lowest, the suites',
    fails: 'a test of parameters of content types, which Fastify itself read otherwise',
    version: () => versionOf('fastify-lowest'),
    run: suites('fastify-lowest')
  },
  { table: 'Fastify', name: 'Fastify 5, the newest', run: smoke('fastify') },
  { table: 'Fastify', name: 'Fastify 6 alpha', run: smoke('fastify-next') },
  {
    table: 'Fastify',
    name: 'Fastify 6 alpha, the suites',
    fails: 'a test of Fastify itself, which pins that `initialConfig` has router options at its top level; ' +
      'the package reads `routerOptions`, too',
    version: () => versionOf('fastify-next'),
    run: suites('fastify-next')
  }
]
