import { runFolders } from '../support/suite.ts'

await runFolders('forms', 'explorer', 'fuzz')
