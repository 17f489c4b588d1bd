import type { ProjectedField } from '../../../types/forms.ts'
import { filled, takesMany, untouched, type FieldValue } from './fill-field.ts'

/** A form as somebody filled it: what each field sends, by its name. */
export type Filling = ReadonlyMap<string, FieldValue>

/** The ways to fill a form. */
export interface Fillings {
  readonly all: readonly Filling[]
  /** The names of required fields for which no value could be found: what is sent for them may be refused. */
  readonly guessed: ReadonlySet<string>
}

/** How a form is filled. */
export interface FillOptions {
  /** Whether the route takes an empty text for nothing, as browsers send it for what was left empty. */
  readonly empty: boolean
}

/** The values of one field, null for none: as it is given, and at the ends of its constraints. */
interface FilledField {
  readonly name: string
  readonly required: boolean
  readonly many: boolean
  readonly guessed: boolean
  /** Its value was selected for whoever fills the form. */
  readonly selected: boolean
  readonly given: FieldValue | null
  readonly least: FieldValue | null
  readonly most: FieldValue | null
}

type Choose = (field: FilledField) => FieldValue | null

const WAYS: readonly Choose[] = [field => field.given, field => field.least, field => field.most]

/**
 * A form filled from its own constraints: as it is given, at the lower and at the upper ends, and with what is required alone;
 * as a browser and as a generic client would send it.
 */
export function fillings (fields: readonly ProjectedField[], { empty }: FillOptions): Fillings {
  const all = fields.map(fill)
  const required: Choose = field => field.required ? field.given : null
  // What is selected is a list in HAL-FORMS, and ketting sends it as one where nobody touched it.
  const selected: Choose = field => field.selected && field.given !== null ? [field.given].flat() : field.given
  const asClients = [required, ...all.some(({ selected, many }) => selected && !many) ? [selected] : [], ...WAYS]
  return {
    all: [...asClients.map(choose => asClient(all, choose)), ...WAYS.map(choose => asBrowser(all, choose, empty))],
    guessed: new Set(all.filter(({ guessed }) => guessed).map(({ name }) => name))
  }
}

// Without it a validator may look no further.
const GUESS = 'a'

function fill (field: ProjectedField): FilledField {
  const required = field.required === true
  const least = filled(field, false)
  const known = untouched(field) ?? (required ? least : null)
  const guessed = required && known === null
  const given = guessed ? GUESS : known
  const isFixed = field.readOnly === true || field.type === 'hidden'
  return {
    name: field.name,
    required,
    many: takesMany(field),
    guessed,
    selected: field.options?.selectedValues !== undefined,
    given,
    least: isFixed ? given : least ?? given,
    most: isFixed ? given : filled(field, true) ?? given
  }
}

// A generic client sends what was filled in, and a list where several values may be chosen.
function asClient (fields: readonly FilledField[], choose: Choose): Filling {
  return new Map(fields.flatMap(field => {
    const value = choose(field)
    return value === null ? [] : [[field.name, field.many ? [value].flat() : value]]
  }))
}

// A browser sends every control, empty ones too, and a name once for each value: one value is no list.
function asBrowser (fields: readonly FilledField[], choose: Choose, empty: boolean): Filling {
  return new Map(fields.flatMap(field => {
    const value = choose(field) ?? (empty && !field.many ? '' : [])
    if (typeof value === 'string') return [[field.name, value]]
    return value.length === 0 ? [] : [[field.name, value.length === 1 ? value[0]! : value]]
  }))
}
