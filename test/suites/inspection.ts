import '../unit/diagnostics/inspection.test.ts'
