import { checkOneOf } from '../../lib/options/checks.ts'
import type { CrawlReport } from '../../types/testing.ts'
import { dotMap, mermaidMap } from './map.ts'
import type { CrawlSettings } from './options.ts'
import type { Record } from './record.ts'

/** Returns the report of a crawl that has ended. */
export function reportOf (record: Record, settings: CrawlSettings): CrawlReport {
  const { findings, requests, states, external, complete, untried, transitions } = record
  const kinds = [...new Set([...states.values()].map(({ kind }) => kind))]
  const title = titleOf(states.size, complete, settings)
  return {
    findings,
    requests,
    states: states.size,
    external: external.size,
    complete,
    untried,
    map (kind = 'mermaid') {
      checkOneOf('map of a crawl report', kind, ['mermaid', 'dot'])
      const known = transitions.filter(({ from, to }) => kinds.includes(from) && kinds.includes(to))
      return (kind === 'dot' ? dotMap : mermaidMap)({ title, kinds, transitions: known })
    }
  }
}

function titleOf (states: number, complete: boolean, { start, as, formats, actions }: CrawlSettings): string {
  const callers = as.map(({ name }) => name).join(', ')
  const untried = actions === 'none' ? ' Unsafe actions were not tried.' : ''
  const bounds = complete ? '' : ' The bounds of the crawl ended it before everything was reached.'
  return `This map contains only what was reached from ${start} as ${callers} in ${formats.join(', ')}: ` +
    `${states} ${states === 1 ? 'state' : 'states'}.${untried}${bounds}`
}
