import { LongText } from '../../../views/components/LongText.tsx'
import type { HeaderPairs } from '../http/exchange.ts'
import { isSecret, masked } from '../http/secrets.ts'
import { Href } from './Href.tsx'

interface Props {
  readonly headers: HeaderPairs
  readonly label: string
  /** Whether the values of `Authorization` and the like are shown. */
  readonly showsSecrets: boolean
}

const URLS = ['location', 'content-location']

/** A list of headers. */
export function HeaderTable ({ headers, label, showsSecrets }: Props) {
  if (headers.length === 0) return null
  return (
    <dl class='headers' aria-label={label}>
      {headers.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}: </dt>
          <dd>
            {URLS.includes(name.toLowerCase())
              ? <Href href={value} />
              : <LongText text={!showsSecrets && isSecret(name) ? masked(name, value) : value} limit={300} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
