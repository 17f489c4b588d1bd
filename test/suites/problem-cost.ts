import '../http/features/problem-cost.test.ts'
