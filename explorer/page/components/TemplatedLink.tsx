import { useRef, useState } from 'preact/hooks'
import { destinationOf } from '../../../hypermedia/destination.ts'
import { expandTemplate, type TemplateValue, templateVariables } from '../../../lib/http/uri-template.ts'
import { searchField } from '../../../views/search-field.ts'
import { useExplorer, useScope } from '../explorer.ts'
import { currentValues, useSearchFields } from '../search-fields.ts'
import { FieldView } from './FieldView.tsx'
import { Href } from './Href.tsx'

/**
 * A templated link. Its variables are fields, with labels, types and choices if the server describes them,
 * and with current values.
 */
export function TemplatedLink ({ template, relation }: { template: string, relation: string }) {
  const explorer = useExplorer()
  const { base } = useScope()
  const form = useRef<HTMLFormElement>(null)
  const fields = useSearchFields(template)
  const [current] = useState(() => currentValues(template, base))
  const [href, setHref] = useState<string | null>(null)
  const expanded = href ?? expandTemplate(template, valuesIn(current, template))
  const destination = destinationOf(expanded, base)

  const follow = (event: Event) => {
    event.preventDefault()
    const { path = null } = destination.kind === 'internal' ? destination : {}
    if (path !== null) explorer.follow(path)
  }

  return (
    <form
      class='template' ref={form} aria-label={`Variables of ${relation}`} onSubmit={follow}
      onInput={() => setHref(expandTemplate(template, valuesIn(new FormData(form.current!), template)))}
    >
      <code class='pattern'>{template}</code>
      <div class='fields'>
        {templateVariables(template).map(name => (
          // A field that is described later keeps what is typed.
          <FieldView key={name} field={searchField(name, fields.get(name), current.getAll(name))} literals={null} />
        ))}
      </div>
      {destination.kind === 'internal' && <p class='buttons'><button type='submit'>Follow</button></p>}
      {href !== null && <p class='expanded'><span class='muted'>expands to</span> <Href href={expanded} /></p>}
    </form>
  )
}

// Empty variables are undefined in the expansion.
function valuesIn (data: URLSearchParams | FormData, template: string): Map<string, TemplateValue> {
  return new Map(templateVariables(template).flatMap(name => {
    const values = data.getAll(name).map(String).filter(value => value !== '')
    return values.length === 0 ? [] : [[name, values.length === 1 ? values[0]! : values] as const]
  }))
}
