import type { ComponentChildren } from 'preact'
import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import { useExplorer, useSurroundings, type Explorer } from '../explorer.ts'
import { choicesIn, type Choice, type Choices } from '../hypermedia/choices.ts'
import { pathOf } from '../hypermedia/destination.ts'
import type { Field } from '../hypermedia/field.ts'
import { guessedType, literalsOf, type Literals } from '../hypermedia/literals.ts'
import { expandTemplate } from '../../../lib/http/uri-template.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { Input } from './Input.tsx'
import { ManyChoices } from './ManyChoices.tsx'

interface Props {
  readonly field: Field
  readonly choices: Choices
  readonly literals: Map<string, Literals> | null
}

/** A field with choices: those of the form, or those behind its link. */
export function ChoicesView ({ field, choices, literals }: Props) {
  const id = useId()
  const offered = useOffered(choices)
  const guessed = guessedType(choices)
  const [isText, setText] = useState(false)
  useLiterals(literals, field, offered, isText ? null : guessed)
  if (offered === 'loading') return <p class='field muted'>{field.label}: loading its choices…</p>
  if (offered === null) return <AnyValue id={id} field={field}><p class='fault'>Its choices could not be read. Type a value.</p></AnyValue>
  if (offered.length === 0) return <AnyValue id={id} field={field}><p class='hint'>There are no choices. Type a value.</p></AnyValue>
  return (
    <div class='field'>
      {choices.many
        ? <ManyChoices field={field} choices={choices} offered={offered} />
        : <><label for={id}><FieldLabel field={field} /></label><OneChoice id={id} field={field} selected={choices.selected[0] ?? ''} offered={offered} /></>}
      {literals !== null && guessed !== null && (
        <label class='typing hint'><input type='checkbox' checked={isText} onChange={event => setText(event.currentTarget.checked)} /> send a string, not a {guessed}</label>
      )}
    </div>
  )
}

function useLiterals (literals: Map<string, Literals> | null, { name }: Field, offered: Offered, guessed: ReturnType<typeof guessedType>) {
  const known = useMemo(() => offered === null || offered === 'loading' ? new Map() : literalsOf(offered, guessed), [offered, guessed])
  useEffect(() => { literals?.set(name, known) }, [literals, name, known])
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
  // What was chosen stays where the resource is read again, and another is selected in it.
  const [chosen, setChosen] = useState<string | null>(null)
  const current = chosen ?? selected
  const isKnown = offered.some(({ value }) => value === selected)
  return (
    <>
      <select id={id} name={name} required={required} disabled={readOnly} defaultValue={selected} onChange={event => setChosen(event.currentTarget.value)}>
        {(!required || !isKnown) && <option value=''>{required ? 'Choose…' : 'None'}</option>}
        {offered.map(({ prompt, value }) => <option key={value} value={value} selected={value === current}>{prompt}</option>)}
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
  const [offered, setOffered] = useState<Offered>('loading')
  useEffect(() => {
    if (href === undefined) return
    linked(explorer, href, base).then(list => setOffered(choicesIn(list, names)))
  }, [href])
  return href === undefined ? inline : offered
}

async function linked (explorer: Explorer, href: string, base: string): Promise<unknown> {
  const path = pathOf(expandTemplate(href, new Map()), base)
  const answer = path === null ? null : (await explorer.read(path)).answer
  return answer !== null && answer.status < 400 && answer.body.kind === 'json' ? answer.body.value : null
}
