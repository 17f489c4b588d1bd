// The client of the long list, in a process of its own, so that it does not delay the neighbour: node reader.js PORT,
// started by fork. It requests the list for every message, and sends how long that took, and the bytes of the response.
import { Connection } from '../http/connection.js'

const list = await Connection.open(Number(process.argv[2]), { path: '/orders' })

process.on('message', async () => {
  const begin = performance.now()
  list.bytes = 0
  await list.get()
  process.send({ time: performance.now() - begin, bytes: list.bytes })
})
process.on('disconnect', () => process.exit())
