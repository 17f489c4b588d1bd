import { isJsonType } from '../http/body.ts'
import { isSentInQuery, type Action } from '../../../views/hypermedia/action.ts'
import { ActionFrame } from './ActionFrame.tsx'
import type { Level } from '../../../views/components/Heading.tsx'

const BODY = 'body'

/** An action of the default format. Its fields are not described, so the user writes the body. */
export function ActionForm ({ action: { name, title, method, href, contentType }, level }: { action: Action, level: Level }) {
  const hasBody = !isSentInQuery(method)
  const isJson = contentType === undefined || isJsonType(contentType)

  return (
    <ActionFrame
      name={name} title={title} method={method} target={href} level={level}
      submission={(form, path) => {
        const body = hasBody ? String(new FormData(form).get(BODY) ?? '') : ''
        if (body === '') return { method, path, contentType: undefined, body: null }
        return { method, path, contentType: contentType ?? 'application/json', body }
      }}
    >
      {hasBody && (
        <label class='field'>
          <span>Body <span class='muted'>{contentType ?? 'application/json, if any'}</span></span>
          <textarea
            name={BODY} rows={contentType === undefined ? 2 : 5} spellcheck={false}
            onInput={({ currentTarget }) => currentTarget.setCustomValidity(isJson ? jsonError(currentTarget.value) : '')}
          />
        </label>
      )}
    </ActionFrame>
  )
}

// Returns an empty string for valid JSON, as setCustomValidity expects.
function jsonError (json: string): string {
  try {
    if (json !== '') JSON.parse(json)
    return ''
  } catch (error) {
    return `Invalid JSON: ${(error as Error).message}`
  }
}
