import { runFolders } from '../support/suite.ts'

await runFolders('async', 'declare', 'diagnostics', 'fastify', 'http', 'json', 'openapi', 'options', 'resolution', 'respond', 'routes', 'start', 'support')
