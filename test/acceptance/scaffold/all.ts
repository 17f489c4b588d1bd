import { runFolders } from '../../support/suite.ts'

// The tests that take longest. tap sorts files by their path, and from here they begin before others.
await runFolders('acceptance/scaffold')
