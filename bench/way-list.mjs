// How many functions and files of lib one response takes: node --import tsx bench/way.js [CHECKOUT].
// V8 counts the calls of a warm request, constructors and closures too. Callbacks of the app do not count.
import { Session } from 'node:inspector/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'

const root = resolve(process.argv[2] ?? '.')
const { default: hyper, defineLinks, LinkTarget } = await import(pathToFileURL(`${root}/lib/index.ts`).href)
const LIB = `${pathToFileURL(`${root}/lib/`).href}`
const SIZE = 100

class Order {
  constructor (id) {
    this.id = id
    this.status = 'open'
  }
}

const links = defineLinks(Order, links => {
  links.self(LinkTarget.route('GetOrder', ({ id }) => ({ id })))
  links.link('collection', LinkTarget.route('ListOrders'))
  const cancel = LinkTarget.route('CancelOrder', ({ id }) => ({ id }))
  links.affordance('cancel', cancel).when(({ status }) => status === 'open')
})
const app = Fastify()
await app.register(hyper, { links: [links] })
const config = name => ({ hyper: { name, links: true, policy: false } })
app.get('/orders', { config: config('ListOrders') }, () => Array.from({ length: SIZE }, (_, id) => new Order(id)))
app.get('/orders/:id', { config: config('GetOrder') }, ({ params }) => new Order(Number(params.id)))
app.post('/orders/:id/cancel', { config: { hyper: { name: 'CancelOrder', policy: false } } }, () => ({}))

/** The functions of lib that a request calls, with the number of their calls. */
async function called (url) {
  for (let warm = 0; warm < 10; warm++) await app.inject(url)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await app.inject(url)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result.filter(script => script.url.startsWith(LIB)).flatMap(({ url, functions }) => functions
    .map(({ ranges: [range] }) => ({ file: url.slice(LIB.length), calls: range.count }))
    .filter(({ calls }) => calls > 0))
}

function figures (functions) {
  const files = new Set(functions.map(({ file }) => file))
  const calls = functions.reduce((sum, { calls }) => sum + calls, 0)
  const rooms = new Set([...files].map(file => file.split('/')[0]))
  return { functions: functions.length, files: files.size, rooms: rooms.size, calls }
}

async function named (url) {
  for (let warm = 0; warm < 10; warm++) await app.inject(url)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await app.inject(url)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result.filter(script => script.url.startsWith(LIB)).flatMap(({ url, functions }) => functions
    .map(({ functionName, ranges: [range] }) => ({ file: url.slice(LIB.length), name: functionName, at: range.startOffset, calls: range.count }))
    .filter(({ calls }) => calls > 0))
}
const o = await named('/orders/1'), l = await named('/orders')
const f = (x) => x.sort((a,b)=>a.file.localeCompare(b.file)).map(r=>`${r.calls}\t${r.file}\t${r.name||'(anon@'+r.at+')'}`).join('\n')
console.log('ONE\n'+f(o)); console.log('LIST\n'+f(l.filter(r=>r.calls>1)))
await app.close()
