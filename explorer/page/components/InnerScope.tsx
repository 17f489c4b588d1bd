import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { ScopeContext, useScope } from '../explorer.ts'

interface Props {
  /** Added to the accessible names of the forms. */
  readonly name?: string
  /** The name of the action whose form is open from the beginning. */
  readonly opened?: string
  readonly children: ComponentChildren
}

/** The scope of an embedded resource: the entity tag belongs to the outer one. */
export function InnerScope ({ name, opened = '', children }: Props) {
  const outer = useScope()
  const scope = useMemo(
    () => ({ ...outer, tag: null, opened, ...(name === undefined ? {} : { offeredBy: name }) }), [outer, name, opened]
  )
  return <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>
}
