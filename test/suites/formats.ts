import { runFolders } from '../support/suite.ts'

await runFolders('formats', 'features', 'guards', 'start')
