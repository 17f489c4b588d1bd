import { isJsonType } from '../http/body.ts'
import { isSentInQuery, type Action } from '../hypermedia/action.ts'
import { ActionFrame } from './ActionFrame.tsx'
import type { Level } from './Heading.tsx'

const BODY = 'body'

/** An action of the default format. It says nothing of its fields, so that the body is written by hand. */
export function ActionForm ({ action: { name, title, method, href, contentType }, level }: { action: Action, level: Level }) {
  const hasBody = !isSentInQuery(method)
  const isJson = contentType === undefined || isJsonType(contentType)

  return (
    <ActionFrame
      name={name} title={title} method={method} target={href} level={level}
      submission={(form, path) => {
        const body = hasBody ? String(new FormData(form).get(BODY) ?? '') : ''
        return body === '' ? { method, path, contentType: undefined, body: null } : { method, path, contentType: contentType ?? 'application/json', body }
      }}
    >
      {hasBody && (
        <label class='field'>
          <span>Body <span class='muted'>{contentType ?? 'application/json, if any'}</span></span>
          <textarea name={BODY} rows={contentType === undefined ? 2 : 5} spellcheck={false} onInput={event => event.currentTarget.setCustomValidity(isJson ? jsonFault(event.currentTarget.value) : '')} />
        </label>
      )}
    </ActionFrame>
  )
}

function jsonFault (text: string): string {
  try {
    if (text !== '') JSON.parse(text)
    return ''
  } catch (error) {
    return `This is not JSON: ${(error as Error).message}`
  }
}
