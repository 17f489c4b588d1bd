import { useEffect, useMemo, useState } from 'preact/hooks'
import { pathOf } from '../../hypermedia/destination.ts'
import type { Form } from '../../hypermedia/form.ts'
import { isObject } from '../../hypermedia/read.ts'
import { hasPlaces, type Node, readTree, treeOfForm } from '../../hypermedia/tree.ts'
import type { FormNode } from '../../lib/forms/tree/form-tree.ts'
import { type Sender, useScope, useSender } from './explorer.ts'
import { requestOf } from './http/request.ts'
import { send } from './http/send.ts'

type SentForm = Pick<Form, 'name' | 'method' | 'contentType' | 'target'>

const known = new Map<string, Promise<Node | null>>()

/** A form as the page shows it. */
export interface ShownTree {
  readonly tree: Node
  /** Whether the server describes it, so that the types of all values are known. */
  readonly isDescribed: boolean
}

/** Returns a form as a tree: of its fields, until the server describes more. */
export function useFormTree (form: Form): ShownTree {
  const sender = useSender()
  const { base } = useScope()
  const path = pathOf(form.target, base)
  const [described, setDescribed] = useState<Node | null>(null)
  useEffect(() => {
    if (path !== null) treeAt(form, path, sender).then(setDescribed)
  }, [path, form.name, form.method, form.contentType])
  return useMemo(() => ({
    tree: treeOfForm(described, form.fields), isDescribed: described !== null && hasPlaces(described, form.fields)
  }), [described, form])
}

// Once for each target: the schemas of an app do not change while it runs.
function treeAt (form: SentForm, path: string, sender: Sender): Promise<Node | null> {
  const { name, method, contentType = '' } = form
  const key = JSON.stringify([name, method, contentType, path])
  const tree = known.get(key) ?? readTreeAt(form, path, sender)
  known.set(key, tree)
  return tree
}

// Null if the request fails, or another server has the form.
async function readTreeAt (
  { name, method, contentType }: SentForm, path: string, { settings: { folder, base }, session }: Sender
): Promise<Node | null> {
  const type = contentType === undefined ? {} : { type: contentType }
  const query = new URLSearchParams({ path, folder, name, method, ...type })
  const request = requestOf(
    { method: 'GET', path: `${folder}form-tree?${String(query)}`, accept: 'application/json' }, session, base
  )
  const { response } = await send(request, { jsonTypes: new Set() })
  const value = response?.body.kind === 'json' && response.status < 400 ? response.body.value : null
  return isObject(value) ? readTree(value as unknown as FormNode) : null
}
