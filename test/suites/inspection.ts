import '../diagnostics/inspection.test.ts'
