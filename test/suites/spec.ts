import { runFolders } from '../support/suite.ts'

await runFolders('features', 'formats', 'links', 'url')
