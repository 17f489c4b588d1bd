import { runFolders } from '../support/suite.ts'

await runFolders('http/respond', 'http/policies', 'unit/context', 'unit/targets', 'http/services')
