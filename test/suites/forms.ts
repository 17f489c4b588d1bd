import { runFolders } from '../support/suite.ts'

await runFolders('schema', 'forms', 'explorer', 'fuzz')
