import { runFolders } from '../support/suite.ts'

await runFolders('acceptance/newcomer')
