import { fail } from '../errors.ts'
import type { Environment } from '../resolution/environment.ts'

/** An embedded relation as messages name it. */
export function embedPlace (subject: string, relation: string): string {
  return `${subject}, embedded '${relation}'`
}

/**
 * Reports embedded resources that no schema serializes (`HYPER004`), once for each relation.
 * @throws FST_ERR_HYPER_NO_EMBEDDED_SCHEMA in strict mode
 */
export function reportUnwritten ({ settings, notices }: Environment, place: string, relation: string, hasConfig: boolean): void {
  const remedy = hasConfig
    ? 'Give their link configuration a { schema }, or share the schema of its $id in the scope of the route'
    : 'Give the relation a link configuration with a { schema }, or register one for their class'
  if (settings.strict) fail('FST_ERR_HYPER_NO_EMBEDDED_SCHEMA', place, `'${relation}'`, `${remedy}.`)
  notices.warn('HYPER004', place, () => [remedy])
}
