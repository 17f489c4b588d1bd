import { runFolders } from '../support/suite.ts'

await runFolders('unit/declare', 'http/links', 'acceptance/frictions', 'http/routes', 'http/options', 'unit/async')
