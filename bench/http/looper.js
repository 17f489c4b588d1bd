// A client in a process of its own: node looper.js PORT WHAT REQUESTS, started by fork. It requests one thing in a loop
// until it is disconnected, and reports when so many requests are over.
import { Connection } from './connection.js'

const [port, what, requests] = process.argv.slice(2)

process.on('disconnect', () => process.exit())

const connection = await Connection.open(Number(port), JSON.parse(what))
for (let sent = 0; ; sent++) {
  if (sent === Number(requests)) process.send('warm')
  await connection.get()
}
