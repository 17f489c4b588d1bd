import { runFolders } from '../support/suite.ts'

await runFolders('unit/schema', 'unit/forms', 'unit/explorer', 'process/fuzz')
