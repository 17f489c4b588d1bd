/** Above the button of what cannot be undone. */
export function Confirmation () {
  return <p class='confirmation'>Are you sure? This may not be possible to undo.</p>
}
