import { runFolders } from '../support/suite.ts'

await runFolders('http', 'json', 'url', 'fastify', 'diagnostics', 'errors', 'support', 'types', 'client')
