import { runFolders } from '../support/suite.ts'

await runFolders('http/testing', 'http/html', 'http/mcp')
