import { useSender } from '../explorer.ts'
import { useHeadline } from '../headline.ts'
import type { Exchange } from '../http/exchange.ts'
import type { View } from '../navigation.ts'
import { parentOf } from '../parent.ts'
import { crumbsOf } from '../trail.ts'
import { InternalLink } from './InternalLink.tsx'

/** The way from the entry point to the current resource: with the headlines of what was read, and other paths. */
export function Breadcrumbs ({ view: { trail, shown, history } }: { view: View }) {
  const { settings: { entryPoint } } = useSender()
  const crumbs = crumbsOf(trail, entryPoint, parentOf(shown)).slice(0, -1)
  if (crumbs.length === 0) return null
  return (
    <nav class='crumbs' aria-label='Breadcrumbs'>
      <ol>
        {crumbs.map(path => {
          const read = history.find(({ request }) => request.method === 'GET' && request.path === path)
          return (
            <li key={path}>
              {path === entryPoint
                ? <InternalLink path={path}>Start</InternalLink>
                : read === undefined
                  ? <InternalLink path={path} class='path'>{path}</InternalLink>
                  : <ReadCrumb exchange={read} />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function ReadCrumb ({ exchange }: { exchange: Exchange }) {
  const { path } = exchange.request
  const name = useHeadline(exchange)
  return <InternalLink path={path} class={name === path ? 'path' : undefined}>{name}</InternalLink>
}
