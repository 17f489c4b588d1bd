import t from 'tap'
import { Notices } from '../../../lib/diagnostics/notices.ts'
import type { CompiledConfig } from '../../../lib/links/compiled.ts'
import { reportEmbedCycles } from '../../../lib/links/embed-cycles.ts'
import type { LinkConfig } from '../../../types/links.ts'

type Graph = Readonly<Record<string, readonly string[]>>

// The configurations by name, and what they embed: `Line?` with a condition, and `-` by its class.
const ROWS: Readonly<Record<string, [graph: Graph, cycles: string[]]>> = {
  'no embeds': [{ A: [] }, []],
  'embedded by its class': [{ A: ['-'] }, []],
  'a chain': [{ A: ['B'], B: ['C'], C: [] }, []],
  'one configuration in two places': [{ A: ['B', 'C'], B: ['D'], C: ['D'], D: [] }, []],
  'two that embed each other': [{ A: ['B'], B: ['A'] }, ["A > 'b' > B > 'a' > A"]],
  itself: [{ A: ['A'] }, ["A > 'a' > A"]],
  'the way to a cycle is no part of it': [{ A: ['B'], B: ['C'], C: ['B'] }, ["B > 'c' > C > 'b' > B"]],
  'a condition ends it': [{ A: ['B'], B: ['A?'] }, []],
  'two cycles': [{ A: ['B', 'C'], B: ['A'], C: ['A'] }, ["A > 'b' > B > 'a' > A", "A > 'c' > C > 'a' > A"]]
}

function cyclesOf (graph: Graph): { cycles: string[], visits: number } {
  let visits = 0
  const configs = new Map<string, LinkConfig<never>>(Object.keys(graph).map(name => [name, { configure: () => {} }]))
  const all = new Map<LinkConfig<never>, CompiledConfig>(Object.entries(graph)
    .map(([name, embeds]) => [configs.get(name)!, {
      subject: name,
      get embeds () {
        visits++
        return embeds.map(embed =>
          ({
            relation: embed[0]!.toLowerCase(),
            config: configs.get(embed.replace('?', '')) ?? null,
            conditional: embed.endsWith('?')
          }))
      }
    } as unknown as CompiledConfig]))
  const cycles: string[] = []
  const notices = new Notices({
    log: {
      info: () => {},
      warn: (_details, text) => { cycles.push(text.replace(/^.* without a condition: (.*)\. Add .*$/, '$1')) }
    },
    server: {}
  }, true)
  reportEmbedCycles({ all: all.values(), compiledOf: config => all.get(config)! }, notices)
  return { cycles, visits }
}

t.test('configurations that embed each other', async t => {
  for (const [name, [graph, wanted]] of Object.entries(ROWS)) t.strictSame(cyclesOf(graph).cycles, wanted, name)
})

t.test('each configuration is visited once', async t => {
  const names = Array.from({ length: 40 }, (_, index) => String.fromCharCode(0x100 + index))
  // Each embeds the next one twice: a visit of every path would be 2 ** 40.
  const graph = Object.fromEntries(names.map((name, index) =>
    [name, index + 1 < names.length ? [names[index + 1]!, names[index + 1]!] : []]))
  t.strictSame(cyclesOf(graph), { cycles: [], visits: names.length })
})
