import { runFolders } from '../support/suite.ts'

await runFolders('declare', 'links', 'routes', 'options', 'async')
