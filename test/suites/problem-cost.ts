import '../spec/problem-cost.test.ts'
