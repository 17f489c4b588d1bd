import { runFolders } from '../support/suite.ts'

await runFolders('openapi', 'model')
