const KNOWN = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A request method, colored. */
export function MethodBadge ({ method }: { method: string }) {
  return <span class={`method ${KNOWN.includes(method) ? method.toLowerCase() : 'other'}`}>{method}</span>
}
