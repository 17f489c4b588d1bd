import { createClient, type Resource } from 'fastify-hyper/client'
import type { Api, Order, Root } from './api.ts'
import { useAction, useReading } from './hooks.ts'

const api = createClient<Api>(new URL('/', location.href))

async function readOrders () {
  const root = await api.start()
  const orders: Resource<Order>[] = []
  for await (const order of (await root.follow('orders')).items()) orders.push(order)
  return { root, orders }
}

export function App () {
  const { value, error, reload } = useReading(readOrders)
  if (value === null) return <p role='status'>{error?.message ?? 'Loading…'}</p>
  return (
    <>
      <h1>{value.root.data.name}</h1>
      <CreateButton root={value.root} done={reload} />
      <ul>{value.orders.map(order => <OrderRow key={order.data.id} order={order} done={reload} />)}</ul>
    </>
  )
}

function CreateButton ({ root, done }: { root: Resource<Root>, done: () => void }) {
  const { run, isRunning, error } = useAction(() => root.act('create', { quantity: 1 }), done)
  return (
    <Button
      offered={root.can('create')} label={root.form('create')?.title ??
    'Create'} run={run} isRunning={isRunning} error={error}
    />
  )
}

function OrderRow ({ order, done }: {
  order: Resource<Order>
  done: () => void
}) {
  const { run, isRunning, error } = useAction(() => order.act('cancel'), done)
  return (
    <li>
      Order {order.data.id}: {order.data.status}{' '}
      <Button
        offered={order.can('cancel')} label={`Cancel order ${order.data.id}`}
        run={run} isRunning={isRunning} error={error}
      />
    </li>
  )
}

interface ButtonProps {
  offered: boolean
  label: string
  run: () => void
  isRunning: boolean
  error: Error | null
}

// The server decides what is offered: the page repeats none of its rules.
function Button ({ offered, label, run, isRunning, error }: ButtonProps) {
  return (
    <>
      {offered && <button onClick={run} disabled={isRunning}>{label}</button>}
      {error !== null && <span role='alert'>{error.message}</span>}
    </>
  )
}
