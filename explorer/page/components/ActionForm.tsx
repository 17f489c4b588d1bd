import { useState } from 'preact/hooks'
import { formOf } from '../../../hypermedia/form.ts'
import type { JsonObject, Template } from '../../../hypermedia/read.ts'
import { isSentInQuery } from '../../../lib/http/form-encoding.ts'
import type { Level } from '../../../views/components/Heading.tsx'
import { useDescribedForm } from '../form-tree.ts'
import { isJsonType } from '../http/body.ts'
import { ActionFrame } from './ActionFrame.tsx'
import { BodyEditor } from './BodyEditor.tsx'
import { TreeForm } from './TemplateForm.tsx'

interface Props {
  readonly action: Template
  readonly level: Level
  /** What the action belongs to. */
  readonly resource: JsonObject
}

/** An action of the default format, which has no fields: the form that the server describes, or else its body. */
export function ActionForm ({ action, level, resource }: Props) {
  const form = formOf(action)
  const described = useDescribedForm(form)
  if (described === undefined) return null
  return described === null
    ? <BodyForm action={action} level={level} />
    : <TreeForm {...described} form={form} isDescribed level={level} resource={resource} />
}

function BodyForm ({ action, level }: Omit<Props, 'resource'>) {
  const { name, title, method, href, contentType } = action
  const [body, setBody] = useState('')
  const isJson = contentType === undefined || isJsonType(contentType)
  return (
    <ActionFrame
      name={name} title={title} method={method} target={href} level={level}
      submission={(_form, path) => body === ''
        ? { method, path, contentType: undefined, body: null }
        : { method, path, contentType: contentType ?? 'application/json', body }}
    >
      {() => !isSentInQuery(method) && (
        <BodyEditor
          label='Body' hint={contentType ?? 'application/json, if any'} value={body} onValue={setBody} isJson={isJson}
          rows={Math.max(contentType === undefined ? 2 : 5, Math.min(body.split('\n').length, 16))}
        />
      )}
    </ActionFrame>
  )
}
