import { useMemo, useState } from 'preact/hooks'
import { destinationOf } from '../../../hypermedia/destination.ts'
import { Disclosure } from '../../../views/components/Disclosure.tsx'
import { ExternalLink } from '../../../views/components/ExternalLink.tsx'
import { hrefIn } from '../../../views/json/href.ts'
import { entriesOf, type JsonEntry, type JsonValue, scalarAt, valueAt } from '../../../views/json/tree.ts'
import { counted } from '../../../views/wording.ts'
import { useScope } from '../explorer.ts'
import { CopyButton } from './CopyButton.tsx'
import { InternalLink } from './InternalLink.tsx'

// Longer nested values are folded initially; in a long document, all are.
const FOLDED_LENGTH = 240
const LONG_DOCUMENT = 20_000

// Limits that keep the page responsive.
const UNFOLDED_LENGTH = 20_000
const MAX_UNFOLDED_DEPTH = 20
const ENTRIES_PER_PAGE = 100
const MAX_TOKEN_LENGTH = 2000

/**
 * Valid JSON, with its values as they are written. Nested values are folded, URLs are links.
 * More entries are shown on demand.
 */
export function JsonTree ({ json }: { json: string }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const root = useMemo(() => valueAt(json), [json])
  const openLength = isUnfolded ? UNFOLDED_LENGTH : json.length > LONG_DOCUMENT ? 0 : FOLDED_LENGTH
  const toggle = (
    <button type='button' class='quiet' onClick={() => setUnfolded(!isUnfolded)}>
      {isUnfolded ? 'Fold' : 'Unfold'}
    </button>
  )
  return (
    <div class='raw'>
      <p class='tools'>
        {root.open !== null && toggle}
        <CopyButton text={json} />
      </p>
      <div class='json' role='group' aria-label='JSON' key={openLength}>
        <Entry json={json} entry={{ name: null, value: root, isLast: true }} depth={0} openLength={openLength} />
      </div>
    </div>
  )
}

interface EntryProps {
  readonly json: string
  readonly entry: JsonEntry
  readonly depth: number
  /** Longer values are folded. */
  readonly openLength: number
}

function Entry ({ json, entry: { name, value, isLast }, depth, openLength }: EntryProps) {
  const label = name !== null && <><span class='name'>{shortened(name)}</span>: </>
  const comma = isLast ? '' : ','
  if (value.open === null) return <div class='leaf'>{label}<Scalar json={json} name={name} value={value} />{comma}</div>
  const close = value.open === '{' ? '}' : ']'
  if (value.count === 0) return <div class='leaf'>{label}{value.open}{close}{comma}</div>
  const isOpen = depth === 0 || (value.end - value.start <= openLength && depth < MAX_UNFOLDED_DEPTH)
  return (
    <Disclosure
      class='fold' open={isOpen} summary={<>{label}{value.open}<Folded value={value} after={close + comma} /></>}
    >
      {() => (
        <>
          <Entries json={json} value={value} depth={depth + 1} openLength={openLength} />
          <div class='leaf'>{close}{comma}</div>
        </>
      )}
    </Disclosure>
  )
}

function Folded ({ value: { open, count }, after }: { value: JsonValue, after: string }) {
  return (
    <span class='folded'>
      {' '}<span class='muted'>{counted(count, open === '{' ? 'member' : 'element')}</span> {after}
    </span>
  )
}

function Entries ({ json, value, depth, openLength }: Omit<EntryProps, 'entry'> & { value: JsonValue }) {
  const [entries] = useState(() => entriesOf(json, value))
  const [shown, setShown] = useState(() => take(entries, ENTRIES_PER_PAGE))
  const remaining = value.count - shown.length
  return (
    <div class='children'>
      {shown.map((entry, index) =>
        <Entry key={index} json={json} entry={entry} depth={depth} openLength={openLength} />)}
      {remaining > 0 && (
        <button type='button' class='more' onClick={() => setShown([...shown, ...take(entries, ENTRIES_PER_PAGE)])}>
          Show {Math.min(remaining, ENTRIES_PER_PAGE)} more of {remaining.toLocaleString('en')}
        </button>
      )}
    </div>
  )
}

// A loop over the iterator would end it.
function take (entries: Iterator<JsonEntry>, count: number): JsonEntry[] {
  const first: JsonEntry[] = []
  while (first.length < count) {
    const next = entries.next()
    if (next.done === true) break
    first.push(next.value)
  }
  return first
}

function Scalar ({ json, name, value }: { json: string, name: string | null, value: JsonValue }) {
  const { kind, source } = scalarAt(json, value)
  const href = kind === 'string' ? hrefIn(source, name) : null
  return <span class={kind}>{href === null ? shortened(source) : <LinkedString source={source} href={href} />}</span>
}

function LinkedString ({ source, href }: { source: string, href: string }) {
  const destination = destinationOf(href, useScope().base)
  const content = source.slice(1, -1)
  switch (destination.kind) {
    case 'internal': return <>"<InternalLink path={destination.path}>{content}</InternalLink>"</>
    case 'external': return <>"<ExternalLink href={destination.url}>{content}</ExternalLink>"</>
    case 'blocked': return <>{source}</>
  }
}

function shortened (source: string): string {
  const hidden = source.length - MAX_TOKEN_LENGTH
  if (hidden <= 0) return source
  return `${source.slice(0, MAX_TOKEN_LENGTH)}… (${hidden.toLocaleString('en')} more characters)`
}
