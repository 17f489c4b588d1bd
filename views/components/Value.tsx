import { useStatic } from '../static.ts'
import { counted } from '../wording.ts'
import { Disclosure } from './Disclosure.tsx'
import { Limited } from './Limited.tsx'
import { LongText } from './LongText.tsx'

// Deeper objects and lists are closed initially.
const OPEN_DEPTH = 2

// Without a script everything is in the page, so deeper values are left to the JSON.
const STATIC_DEPTH = 6

interface Props {
  readonly value: unknown
  readonly depth?: number
}

/** A JSON value. Objects and lists are nested tables. */
export function Value ({ value, depth = 0 }: Props) {
  const isStatic = useStatic()
  if (value === '') return <span class='nothing'>empty string</span>
  if (typeof value === 'string') return <span class='text'><LongText text={value} /></span>
  if (value === null) return <span class='nothing'>null</span>
  if (typeof value !== 'object') return <span class={typeof value}>{String(value)}</span>
  const entries = Object.entries(value)
  const isList = Array.isArray(value)
  if (entries.length === 0) return <span class='nothing'>{isList ? 'empty list' : 'empty object'}</span>
  if (isList && value.length <= 20 && value.every(isShort)) {
    return <ul class='inline'>{value.map((item, index) => <li key={index}><Value value={item} /></li>)}</ul>
  }
  if (isStatic && depth >= STATIC_DEPTH) {
    return <span class='nothing'>{counted(entries.length, isList ? 'item' : 'member')}</span>
  }
  return (
    <Disclosure class='nested' open={depth < OPEN_DEPTH} summary={counted(entries.length, isList ? 'item' : 'member')}>
      {() => <Entries entries={entries} depth={depth + 1} />}
    </Disclosure>
  )
}

/** A table of names and values. */
export function Entries (
  { entries, depth = 0 }: { entries: ReadonlyArray<readonly [string, unknown]>, depth?: number }
) {
  return (
    <Limited items={entries} container={rows => <dl class='entries'>{rows}</dl>}>
      {([name, value]) => (
        <div key={name}>
          <dt><LongText text={name} limit={200} /></dt>
          <dd><Value value={value} depth={depth} /></dd>
        </div>
      )}
    </Limited>
  )
}

function isShort (value: unknown): boolean {
  return typeof value === 'string' ? value.length <= 40 : typeof value !== 'object'
}
