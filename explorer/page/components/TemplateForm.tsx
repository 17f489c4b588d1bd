import { useRef, useState } from 'preact/hooks'
import type { Literals } from '../../../hypermedia/choices.ts'
import { type Entered, sendsJson, submissionOf } from '../../../hypermedia/fill.ts'
import type { Form } from '../../../hypermedia/form.ts'
import type { Level } from '../../../views/components/Heading.tsx'
import { formatJson } from '../../../views/json/lines.ts'
import { sampleBody } from '../sample.ts'
import { ActionFrame } from './ActionFrame.tsx'
import { BodyEditor } from './BodyEditor.tsx'
import { FieldView } from './FieldView.tsx'

/** A HAL-FORMS template as a form. If it sends JSON, the body can be edited as such. */
export function TemplateForm ({ form, level }: { form: Form, level: Level }) {
  const { name, title, method, target, fields, contentType = 'application/json' } = form
  const literals = useRef(new Map<string, Literals>())
  const [json, setJson] = useState<string | null>(null)
  const isJson = sendsJson(form)
  const submission = (element: HTMLFormElement, path: string) => json === null
    ? submissionOf(form, enteredIn(element, form), path, { literals: literals.current })
    : { method, path, contentType, body: json }
  const bodyIn = (element: HTMLFormElement) => formatJson(String(submission(element, '/').body))

  return (
    <ActionFrame name={name} title={title} method={method} target={target} level={level} submission={submission}>
      {fields.length > 0 && (
        // Disabled fields are not checked, and keep their values.
        <fieldset class='fields' disabled={json !== null} hidden={json !== null}>
          {fields.map(field =>
            <FieldView key={field.name} field={field} literals={isJson ? literals.current : null} />)}
        </fieldset>
      )}
      {isJson && fields.length > 0 && (
        <label class='as-json'>
          <input
            type='checkbox' checked={json !== null}
            onChange={({ currentTarget: { checked, form } }) => setJson(checked ? bodyIn(form!) : null)}
          />{' '}
          Edit as JSON
        </label>
      )}
      {json !== null && <JsonFields form={form} json={json} onJson={setJson} />}
    </ActionFrame>
  )
}

function JsonFields ({ form, json, onJson }: { form: Form, json: string, onJson: (json: string) => void }) {
  return (
    <>
      <BodyEditor
        label='Body' hint={form.contentType ?? 'application/json'} value={json} isJson onValue={onJson}
        rows={Math.max(5, Math.min(json.split('\n').length, 20))}
      />
      <p class='buttons'>
        <button type='button' class='more' onClick={() => onJson(formatJson(sampleBody(form) ?? ''))}>
          Insert a sample
        </button>
        <span class='muted'>A value for each field. The form keeps the values that you entered there.</span>
      </p>
    </>
  )
}

function enteredIn (element: HTMLFormElement, { fields }: Form): Entered {
  const data = new FormData(element)
  return new Map(fields.map(({ name }) => [name, data.getAll(name).map(String)]))
}
