import { runFolders } from '../support/suite.ts'

await runFolders('testing', 'html', 'mcp')
