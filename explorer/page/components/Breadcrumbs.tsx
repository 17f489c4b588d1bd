import { useSender } from '../explorer.ts'
import type { View } from '../navigation.ts'
import { parentOf } from '../parent.ts'
import { crumbsOf } from '../trail.ts'
import { InternalLink } from './InternalLink.tsx'

/** The way from the entry point to the current resource. */
export function Breadcrumbs ({ view: { trail, shown } }: { view: View }) {
  const { settings: { entryPoint } } = useSender()
  const crumbs = crumbsOf(trail, entryPoint, parentOf(shown))
  if (crumbs.length === 1) return null
  const label = (path: string) => path === entryPoint ? 'Start' : path
  return (
    <nav class='crumbs' aria-label='Breadcrumbs'>
      <ol>
        {crumbs.map((path, index) => (
          <li key={path}>
            {index === crumbs.length - 1
              ? <span class='path' aria-current='page'>{label(path)}</span>
              : <InternalLink path={path} class='path'>{label(path)}</InternalLink>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
