import { runFolders } from '../support/suite.ts'

await runFolders('http/html', 'http/mcp')
