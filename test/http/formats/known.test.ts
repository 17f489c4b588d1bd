import t from 'tap'
import type { Resolution } from '../../../lib/context/resolution.ts'
import { knownFormats } from '../../../lib/formats/known.ts'
import type { CompiledConfig } from '../../../lib/links/compiled.ts'
import { readSettings } from '../../../lib/options/plugin-options.ts'

const EXTENSIONS = { formats: [], contentMember: 'content' }

t.test('formats by name', async t => {
  const formats = knownFormats(
    readSettings({ formatters: [{ mediaType: 'Application/Vnd.Siren+JSON', format: () => '{}' }] }), EXTENSIONS
  )
  const rows: Record<string, [name: string, mediaType: string | undefined]> = {
    'a name': ['hal', 'application/hal+json'],
    'a token': ['application/prs.hal-forms+json', 'application/prs.hal-forms+json'],
    'a token in another case': ['Application/HAL+json', 'application/hal+json'],
    'a formatter': ['application/vnd.siren+json', 'Application/Vnd.Siren+JSON'],
    'an unknown format': ['halforms', undefined]
  }
  for (const [row, [name, mediaType]] of Object.entries(rows)) t.equal(formats.named(name)?.mediaType, mediaType, row)
})

t.test('the bare format adds nothing', async t => {
  const { fallback } = knownFormats(readSettings({ defaultFormat: 'none' }), EXTENSIONS)
  t.equal(
    fallback.writerFor({} as CompiledConfig)
      .write({ body: '{"id":1}', parts: [], embedded: [], items: [], isWhole: true }, {} as Resolution),
    '{"id":1}'
  )
})
