import { runFolders } from '../support/suite.ts'

await runFolders('http', 'declare', 'compile', 'formats', 'features', 'support', 'respond')
