import { runFolders } from '../support/suite.ts'

await runFolders('respond', 'policies', 'context', 'targets')
