import { runFolders } from '../support/suite.ts'

await runFolders('declare', 'links', 'existing-apps', 'routes', 'options', 'async')
