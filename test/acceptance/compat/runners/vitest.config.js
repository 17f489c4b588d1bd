export default { test: { include: ['vitest.js'], testTimeout: 60_000 } }
