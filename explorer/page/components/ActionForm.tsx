import { useState } from 'preact/hooks'
import { pathOf } from '../../../hypermedia/destination.ts'
import type { Template } from '../../../hypermedia/read.ts'
import { isSentInQuery } from '../../../lib/http/form-encoding.ts'
import type { Level } from '../../../views/components/Heading.tsx'
import { formatJson } from '../../../views/json/lines.ts'
import { useExplorer, useScope, useSender } from '../explorer.ts'
import { findForm } from '../find-form.ts'
import { isJsonType } from '../http/body.ts'
import { sampleBody } from '../sample.ts'
import { ActionFrame } from './ActionFrame.tsx'
import { BodyEditor } from './BodyEditor.tsx'

/** An action of the default format. Its fields are not described, so the user writes the body. */
export function ActionForm ({ action, level }: { action: Template, level: Level }) {
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
        <>
          <BodyEditor
            label='Body' hint={contentType ?? 'application/json, if any'} value={body} onValue={setBody} isJson={isJson}
            rows={Math.max(contentType === undefined ? 2 : 5, Math.min(body.split('\n').length, 16))}
          />
          {contentType !== undefined && <SampleButton action={action} onSample={setBody} />}
        </>
      )}
    </ActionFrame>
  )
}

const FAULTS = {
  'no form': 'No form describes this action.',
  'no fields': 'The form of this action has no fields.'
}

// Reads the form of the action in the HAL-FORMS format.
function SampleButton ({ action, onSample }: { action: Template, onSample: (body: string) => void }) {
  const sample = useSample(action)
  const [fault, setFault] = useState<keyof typeof FAULTS | null>(null)
  const insert = async () => {
    const found = await sample()
    if (found === 'no form' || found === 'no fields') return setFault(found)
    setFault(null)
    onSample(formatJson(found.body))
  }
  return (
    <p class='buttons'>
      <button type='button' class='more' onClick={insert}>Insert a sample</button>
      {fault !== null && <span class='muted' role='status'>{FAULTS[fault]}</span>}
    </p>
  )
}

function useSample (action: Template): () => Promise<{ body: string } | keyof typeof FAULTS> {
  const explorer = useExplorer()
  const { base } = useScope()
  const { settings: { formats } } = useSender()
  return async () => {
    const accept = formats.find(({ name }) => name === 'HAL-FORMS')?.accept
    const document = pathOf('', base)
    if (accept === undefined || document === null) return 'no form'
    const { response } = await explorer.read(document, accept)
    const form = response?.body.kind === 'json' ? findForm(response.body.value, action, response.url) : null
    if (form === null) return 'no form'
    const body = sampleBody(form)
    return body === null ? 'no fields' : { body }
  }
}
