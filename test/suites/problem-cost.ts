import '../http/problems/problem-cost.test.ts'
