import '../features/problem-cost.test.ts'
