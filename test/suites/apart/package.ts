import { runFolders } from '../../support/suite.ts'

await runFolders('process/package')
