import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { useExplorer, useSurroundings, type Explorer } from '../explorer.ts'
import { choicesIn, type Choice, type Choices } from '../hypermedia/choices.ts'
import { pathOf } from '../hypermedia/destination.ts'
import type { Field } from '../hypermedia/field.ts'
import { expand } from '../hypermedia/uri-template.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { Input } from './Input.tsx'
import { ManyChoices } from './ManyChoices.tsx'

interface Props {
  readonly field: Field
  readonly choices: Choices
}

/** A field with choices: those of the form, or those behind its link. */
export function ChoicesView ({ field, choices }: Props) {
  const id = useId()
  const offered = useOffered(choices)
  if (offered === 'loading') return <p class='field muted'>{field.label}: loading its choices…</p>
  if (offered === null) return <AnyValue id={id} field={field}><p class='fault'>Its choices could not be read. Type a value.</p></AnyValue>
  if (offered.length === 0) return <AnyValue id={id} field={field}><p class='hint'>There are no choices. Type a value.</p></AnyValue>
  if (choices.many) return <ManyChoices field={field} choices={choices} offered={offered} />
  return (
    <div class='field'>
      <label for={id}><FieldLabel field={field} /></label>
      <OneChoice id={id} field={field} selected={choices.selected[0] ?? ''} offered={offered} />
    </div>
  )
}

function AnyValue ({ id, field, children }: { id: string, field: Field, children: ComponentChildren }) {
  return (
    <div class='field'>
      <label for={id}><FieldLabel field={field} /></label>
      <Input id={id} field={field} />
      {children}
    </div>
  )
}

function OneChoice ({ id, field: { name, required, readOnly }, selected, offered }: { id: string, field: Field, selected: string, offered: readonly Choice[] }) {
  const isKnown = offered.some(({ value }) => value === selected)
  return (
    <>
      <select id={id} name={name} required={required} disabled={readOnly} defaultValue={selected}>
        {(!required || !isKnown) && <option value=''>{required ? 'Choose…' : 'None'}</option>}
        {offered.map(({ prompt, value }) => <option key={value} value={value} selected={value === selected}>{prompt}</option>)}
      </select>
      {readOnly && <input type='hidden' name={name} value={selected} />}
    </>
  )
}

/** Null where they cannot be read. */
type Offered = readonly Choice[] | null | 'loading'

function useOffered ({ inline, href, names }: Choices): Offered {
  const explorer = useExplorer()
  const { base } = useSurroundings()
  const [offered, setOffered] = useState<Offered>(href === undefined ? inline : 'loading')
  useEffect(() => {
    if (href === undefined) return
    linked(explorer, href, base).then(list => setOffered(choicesIn(list, names)))
  }, [href])
  return offered
}

async function linked (explorer: Explorer, href: string, base: string): Promise<unknown> {
  const path = pathOf(expand(href, new Map()), base)
  const answer = path === null ? null : (await explorer.read(path)).answer
  return answer !== null && answer.status < 400 && answer.body.kind === 'json' ? answer.body.value : null
}
