// Waits for the reference API and follows its links once, as a newcomer's first request would.
const [start] = process.argv.slice(2)
const deadline = Date.now() + 120_000

async function get (url) {
  while (true) {
    try {
      return await (await fetch(url)).json()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise(resolve => setTimeout(resolve, 500))
    }
  }
}

const root = await get(start)
const orders = await get(root._links.orders.href)
const order = await get(orders[0]._links.self.href)
console.log(JSON.stringify({ root: root.name, orders: orders.length, order: order.id }))
if (orders.length < 3 || order._links.self.href !== orders[0]._links.self.href) process.exit(1)
