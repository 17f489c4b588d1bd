import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Opened, ScopeContext, useScope } from '../explorer.ts'

interface Props {
  /** Added to the accessible names of the forms. */
  readonly name?: string
  readonly opened?: Opened | null
  readonly children: ComponentChildren
}

/** The scope of an embedded resource: the entity tag belongs to the outer one. */
export function InnerScope ({ name, opened = null, children }: Props) {
  const outer = useScope()
  const scope = useMemo(
    () => ({ ...outer, tag: null, opened, ...(name === undefined ? {} : { offeredBy: name }) }), [outer, name, opened]
  )
  return <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>
}
