import { isCrawled } from '../diagnostics/inspection.ts'
import type { CompiledConfig } from '../links/compiled.ts'
import { writers, type ResourceWriter, type WireFormat } from './format.ts'
import { MembersWriter } from './members.ts'

/** HAL (draft-kelly-json-hal): `_links` and `_embedded`. It has no actions. */
export function halFormat (mediaType: string): WireFormat {
  return {
    name: 'hal',
    mediaType,
    bare: false,
    actions: false,
    forms: false,
    embedsItems: true,
    writerFor: writers(compiled => {
      const writer = new MembersWriter(compiled, null)
      return compiled.actions.length === 0 ? writer : reportingActions(writer, compiled)
    })
  }
}

// Reports omitted actions with the first response (`HYPER006`), once for the app: one whose clients never request HAL need not know.
function reportingActions (writer: MembersWriter, { subject, actions }: CompiledConfig): ResourceWriter {
  let isReported = false
  const names = `its actions (${actions.map(({ name }) => name).join(', ')})`
  return {
    forResponse (resolution) {
      if (!isReported && !isCrawled()) {
        const { notices } = resolution.environment
        notices.warn('HYPER006', `links of ${subject}`, () => [names, notices.placeOf(subject)], 'the app')
        isReported = true
      }
      return writer.forResponse(resolution)
    }
  }
}
