// The documents of these tests, with one more validator.
import '../../support/openapi-lint.ts'
import { runFolders } from '../../support/suite.ts'

await runFolders('http/openapi')
