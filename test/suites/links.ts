import { runFolders } from '../support/suite.ts'

await runFolders('declare', 'links', 'frictions', 'routes', 'options', 'async')
