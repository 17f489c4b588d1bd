import { fail } from '../errors.ts'
import { describe } from '../diagnostics/wording.ts'
import type { Environment } from '../resolution/environment.ts'
import { embedPlace } from './places.ts'

/**
 * Reports embedded resources that no schema serializes (`HYPER004`), once for each relation.
 * @throws FST_ERR_HYPER_NO_EMBEDDED_SCHEMA in strict mode
 */
export function reportNoEmbeddedSchema ({ settings, notices }: Environment, subject: string, relation: string, hasConfig: boolean): void {
  const place = embedPlace(subject, relation)
  const remedy = hasConfig
    ? 'Give their link configuration a { schema }, or share the schema of its $id in the scope of the route'
    : 'Give the relation a link configuration with a { schema }, or register one for their class'
  if (settings.strict) fail('FST_ERR_HYPER_NO_EMBEDDED_SCHEMA', place, describe(relation), `${remedy}.`)
  notices.warn('HYPER004', place, () => [remedy])
}
