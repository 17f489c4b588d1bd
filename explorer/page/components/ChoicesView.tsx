import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import {
  type Choice, type Choices, choicesIn, type GuessedType, guessedType, type Literals,
  literalsOf
} from '../../../hypermedia/choices.ts'
import { pathOf } from '../../../hypermedia/destination.ts'
import type { Field } from '../../../hypermedia/form.ts'
import { expandTemplate } from '../../../lib/http/uri-template.ts'
import { FieldLabel } from '../../../views/components/FieldLabel.tsx'
import { type Explorer, useExplorer, useScope } from '../explorer.ts'
import { Input } from './Input.tsx'
import { ManyChoices } from './ManyChoices.tsx'

interface Props {
  readonly id: string
  readonly field: Field
  readonly choices: Choices
  readonly literals: Map<string, Literals> | null
  /** Below the control. */
  readonly children?: ComponentChildren
}

/** A field with choices, from the form or from a linked document. */
export function ChoicesView ({ id, field, choices, literals, children }: Props) {
  const offered = useLoadedChoices(choices)
  const guessed = guessedType(choices)
  const [isString, setString] = useState(false)
  useLiterals(literals, field, offered, isString ? null : guessed)
  if (offered === 'loading') return <p class='field muted'>{field.label}: loading its choices…</p>
  if (offered === null) {
    return <AnyValue id={id} field={field}><p class='fault'>Its choices could not be read. Type a value.</p></AnyValue>
  }
  if (offered.length === 0) {
    return <AnyValue id={id} field={field}><p class='hint'>There are no choices. Type a value.</p></AnyValue>
  }
  return (
    <div class='field'>
      {choices.many
        ? <ManyChoices id={id} field={field} choices={choices} offered={offered} />
        : <OneChoice id={id} field={field} choices={choices} offered={offered} />}
      {children}
      {literals !== null && guessed !== null && (
        <label class='typing hint'>
          <input type='checkbox' checked={isString} onChange={event => setString(event.currentTarget.checked)} />{' '}
          send a string, not a {guessed}
        </label>
      )}
    </div>
  )
}

function useLiterals (
  literals: Map<string, Literals> | null, { name }: Field, offered: LoadedChoices, guessed: GuessedType | null
) {
  const own = useMemo(
    () => offered === null || offered === 'loading' ? new Map() : literalsOf(offered, guessed), [offered, guessed]
  )
  useEffect(() => { literals?.set(name, own) }, [literals, name, own])
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

// As pages have them.
const WORDS = new Map([['true', 'Yes'], ['false', 'No']])

interface OneChoiceProps {
  readonly id: string
  readonly field: Field
  readonly choices: Choices
  readonly offered: readonly Choice[]
}

function OneChoice ({ id, field, choices: { selected: [selected = ''], emptyPrompt }, offered }: OneChoiceProps) {
  const { name, required, readOnly } = field
  // Keeps the selection of the user when the resource is read again with another one.
  const [chosen, setChosen] = useState<string | null>(null)
  const current = chosen ?? selected
  const isKnown = offered.some(({ value }) => value === selected)
  return (
    <>
      <label for={id}><FieldLabel field={field} /></label>
      <select
        id={id} name={name} required={required} disabled={readOnly} defaultValue={selected}
        onChange={event => setChosen(event.currentTarget.value)}
      >
        {(!required || !isKnown) && <option value=''>{required ? 'Select…' : emptyPrompt}</option>}
        {offered.map(({ prompt, value }) =>
          <option key={value} value={value} selected={value === current}>{WORDS.get(prompt) ?? prompt}</option>)}
      </select>
      {readOnly && <input type='hidden' name={name} value={selected} />}
    </>
  )
}

// Null if the linked document cannot be read.
type LoadedChoices = readonly Choice[] | null | 'loading'

function useLoadedChoices ({ inline, href, names }: Choices): LoadedChoices {
  const explorer = useExplorer()
  const { base } = useScope()
  const [offered, setOffered] = useState<LoadedChoices>('loading')
  useEffect(() => {
    if (href === undefined) return
    readLinked(explorer, href, base).then(list => setOffered(choicesIn(list, names)))
  }, [href])
  return href === undefined ? inline : offered
}

async function readLinked (explorer: Explorer, href: string, base: string): Promise<unknown> {
  const path = pathOf(expandTemplate(href, new Map()), base)
  const response = path === null ? null : (await explorer.read(path)).response
  return response !== null && response.status < 400 && response.body.kind === 'json' ? response.body.value : null
}
