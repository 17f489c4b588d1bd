import { runFolders } from '../support/suite.ts'

await runFolders('openapi', 'http', 'declare', 'compile', 'formats', 'features', 'support', 'respond')
