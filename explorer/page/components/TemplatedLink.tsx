import { useState } from 'preact/hooks'
import { expandTemplate, templateVariables } from '../../../lib/http/uri-template.ts'
import { useExplorer, useScope } from '../explorer.ts'
import { destinationOf } from '../../../views/hypermedia/destination.ts'
import { Href } from './Href.tsx'

/** A templated link. The user enters its variables. */
export function TemplatedLink ({ template, relation }: { template: string, relation: string }) {
  const explorer = useExplorer()
  const { base } = useScope()
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  // Empty variables are undefined in the expansion.
  const href = expandTemplate(template, new Map([...values].filter(([, value]) => value !== '')))
  const destination = destinationOf(href, base)

  const follow = (event: Event) => {
    event.preventDefault()
    if (destination.kind === 'internal') explorer.follow(destination.path)
  }

  return (
    <form class='template' aria-label={`Variables of ${relation}`} onSubmit={follow}>
      <code class='pattern'>{template}</code>
      <div class='variables'>
        {templateVariables(template).map(name => (
          <label key={name}>
            <span>{name}</span>
            <input
              autocomplete='off' spellcheck={false} value={values.get(name) ?? ''}
              onInput={event => setValues(new Map([...values, [name, event.currentTarget.value]]))}
            />
          </label>
        ))}
        {destination.kind === 'internal' && <button type='submit'>Follow</button>}
      </div>
      {values.size > 0 && <p class='expanded'><span class='muted'>expands to</span> <Href href={href} /></p>}
    </form>
  )
}
