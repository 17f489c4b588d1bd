import { useRef } from 'preact/hooks'
import type { Form } from '../../../views/hypermedia/form.ts'
import type { Literals } from '../../../views/hypermedia/literals.ts'
import { sendsJson, submissionOf, type Entered } from '../../../views/hypermedia/submission.ts'
import { ActionFrame } from './ActionFrame.tsx'
import { FieldView } from './FieldView.tsx'
import type { Level } from '../../../views/components/Heading.tsx'

/** A HAL-FORMS template as a form. */
export function TemplateForm ({ form, level }: { form: Form, level: Level }) {
  const { name, title, method, target, fields } = form
  const literals = useRef(new Map<string, Literals>())
  const jsonLiterals = sendsJson(form) ? literals.current : null
  return (
    <ActionFrame
      name={name} title={title} method={method} target={target} level={level}
      submission={(element, path) => submissionOf(form, enteredIn(element, form), path, literals.current)}
    >
      {fields.length > 0 && (
        <div class='fields'>
          {fields.map(field => <FieldView key={field.name} field={field} literals={jsonLiterals} />)}
        </div>
      )}
    </ActionFrame>
  )
}

function enteredIn (element: HTMLFormElement, { fields }: Form): Entered {
  const data = new FormData(element)
  return new Map(fields.map(({ name }) => [name, data.getAll(name).map(String)]))
}
