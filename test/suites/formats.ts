import { runFolders } from '../support/suite.ts'

await runFolders('http/formats', 'http/features', 'http/problems', 'http/guards', 'http/start')
