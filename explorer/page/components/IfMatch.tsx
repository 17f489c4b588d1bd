import { headerError } from '../http/request-headers.ts'
import type { Condition } from '../if-match.ts'

/** The If-Match header of an action, which the user can change or switch off. */
export function IfMatch ({ condition }: { condition: Condition }) {
  const { isOn, value, change } = condition
  return (
    <div class='condition'>
      <label>
        <input
          type='checkbox' checked={isOn} onChange={event => change({ isOn: event.currentTarget.checked })}
        /> If-Match
      </label>
      {isOn && (
        <input
          aria-label='Entity tag' value={value} spellcheck={false} autocomplete='off'
          onInput={event => {
            event.currentTarget.setCustomValidity(headerError(['If-Match', event.currentTarget.value.trim()]) ?? '')
            change({ value: event.currentTarget.value })
          }}
        />
      )}
      <span class='hint'>{hintFor(condition)}</span>
    </div>
  )
}

function hintFor ({ tag: { isWeak, paths }, isOwn, isOn }: Condition): string {
  if (isWeak) {
    return 'The entity tag is weak, and If-Match never matches a weak tag: a proxy that compresses may have made it ' +
      'weak. With the option weakIfMatch, the API takes it.'
  }
  if (isOwn) {
    return isOn ? 'Rejected with 412 if the resource has changed since it was read.' : 'Sent without a condition.'
  }
  return `Sends the entity tag of ${paths[0] ?? 'this resource'}, for an action that requires it.`
}
