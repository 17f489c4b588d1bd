import { useSender } from '../explorer.ts'
import type { View } from '../navigation.ts'
import { parentOf } from '../parent.ts'
import { crumbsOf } from '../trail.ts'
import { InternalLink } from './InternalLink.tsx'

/** The way from the entry point to the current resource, whose path is the heading. */
export function Breadcrumbs ({ view: { trail, shown } }: { view: View }) {
  const { settings: { entryPoint } } = useSender()
  const crumbs = crumbsOf(trail, entryPoint, parentOf(shown)).slice(0, -1)
  if (crumbs.length === 0) return null
  return (
    <nav class='crumbs' aria-label='Breadcrumbs'>
      <ol>
        {crumbs.map(path => (
          <li key={path}>
            <InternalLink path={path} class='path'>{path === entryPoint ? 'Start' : path}</InternalLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
