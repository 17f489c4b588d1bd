// Modules of Node.js that an import would load more of: it reads all exports, and `node:http` loads fetch for some of
// them, which takes 2 MB of memory.
const { hash, randomBytes, randomUUID, timingSafeEqual } = process.getBuiltinModule('node:crypto')
const { STATUS_CODES } = process.getBuiltinModule('node:http')
const { inspect, isDeepStrictEqual, types } = process.getBuiltinModule('node:util')
const { Stream } = process.getBuiltinModule('node:stream')

export { hash, inspect, isDeepStrictEqual, randomBytes, randomUUID, STATUS_CODES, Stream, timingSafeEqual, types }
