import '../inspection.test.ts'
