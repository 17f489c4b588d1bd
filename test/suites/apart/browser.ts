import { runBrowserTests } from '../../support/suite.ts'

await runBrowserTests('cache', 'client', 'explorer', 'forms', 'html')
