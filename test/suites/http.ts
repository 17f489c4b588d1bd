import { runFolders } from '../support/suite.ts'

await runFolders(
  'unit', 'unit/http', 'unit/json', 'unit/url', 'http/fastify', 'unit/diagnostics', 'unit/faults', 'support',
  'unit/types', 'unit/scaffold', 'http/client'
)
