import { metrics } from '@opentelemetry/api'
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import t, { type Test } from 'tap'
import { defineLinks, type LinkBuilder, LinkTarget } from '../../../lib/index.ts'
import { project } from '../../support/projection.ts'

// Links that cannot be resolved are counted, by the SDK of OpenTelemetry that the app sets up.

interface Order {
  readonly id: unknown
}

const far = LinkTarget.route('Far')
const resource = { id: {} }
const config = (declare: (links: LinkBuilder<Order>) => unknown) =>
  defineLinks<Order>('order', links => { links.self(LinkTarget.uri('/self')); declare(links) })

class Reader extends MetricReader {
  protected override async onForceFlush (): Promise<void> {}
  protected override async onShutdown (): Promise<void> {}

  async points (): Promise<unknown[]> {
    const { resourceMetrics } = await this.collect()
    const found = resourceMetrics.scopeMetrics.flatMap(scope => scope.metrics).filter(metric =>
      metric.descriptor.name === 'hyper.links.unresolved')
    return found.flatMap(({ dataPoints }) => [...dataPoints].map(({ attributes, value }) => ({ ...attributes, value })))
  }
}

function setUp (t: Test): Reader {
  const reader = new Reader()
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
  t.teardown(() => metrics.disable())
  return reader
}

t.test('the metric', async t => {
  const links = config(links => [
    links.link('fixed', far), links.link('x', () => far), links.linkMany('many', () => [far, far]),
    links.affordance('go', far), links.link('gone', () => null)
  ])
  const point = (relation: string, value: number) => ({ resource_type: 'order', relation, value })
  const twice = [point('fixed', 2), point('x', 2), point('many', 4), point('go', 2)]

  await t.test('an SDK that is set up before the app', async t => {
    const reader = setUp(t)
    const { get } = await project(t, { links }, resource)
    t.strictSame(await reader.points(), [], 'nothing is counted at the start')
    for (let request = 0; request < 2; request++) await get()
    t.strictSame(await reader.points(), twice)
  })

  await t.test('an SDK that is set up after the app', async t => {
    const { get } = await project(t, { links }, resource)
    await get()
    const reader = setUp(t)
    for (let request = 0; request < 2; request++) await get()
    t.strictSame(await reader.points(), twice)
  })

  await t.test('links of a list are counted one by one', async t => {
    const reader = setUp(t)
    const { get } = await project(t, { links: config(links => links.link('x', far)) }, [resource, resource, resource])
    await get()
    t.strictSame(await reader.points(), [point('x', 3)])
  })
})
