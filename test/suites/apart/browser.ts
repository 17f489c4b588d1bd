import { runBrowserTests } from '../../support/suite.ts'

await runBrowserTests('acceptance/cache', 'http/client', 'unit/explorer', 'unit/forms', 'http/html')
