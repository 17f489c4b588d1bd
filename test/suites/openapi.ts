import { runFolders } from '../support/suite.ts'

await runFolders('http/openapi', 'unit/model', 'unit/contract', 'http/contract')
