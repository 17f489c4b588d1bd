import { useState } from 'preact/hooks'
import type { Field } from '../../../hypermedia/form.ts'
import { expandTemplate, templateVariables } from '../../../lib/http/uri-template.ts'

/**
 * A field whose value is a URI template (HAL-FORMS, `templated`). The user enters the variables;
 * the form sends the expansion.
 */
export function TemplatedField ({ field: { name, label, value, required } }: { field: Field }) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  const filled = [...values].filter(([, value]) => value !== '')
  const expanded = filled.length === 0 && !required ? '' : expandTemplate(value, new Map(filled))
  return (
    <fieldset class='field templated'>
      <legend>{label}{required && <span class='required'> required</span>} <code class='pattern'>{value}</code></legend>
      <div class='variables'>
        {templateVariables(value).map(variable => (
          <label key={variable}>
            <span>{variable}</span>
            <input
              autocomplete='off' spellcheck={false} value={values.get(variable) ?? ''}
              onInput={event => setValues(new Map([...values, [variable, event.currentTarget.value]]))}
            />
          </label>
        ))}
      </div>
      <input type='hidden' name={name} value={expanded} />
      <p class='hint'>sends {expanded === '' ? 'no value' : <span class='path'>{expanded}</span>}</p>
    </fieldset>
  )
}
