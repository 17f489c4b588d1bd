import type { FastifyInstance } from 'fastify'
import { HyperDecorator } from '../lib/features/decorator.ts'
import { readSettings } from '../lib/options/plugin-options.ts'
import type { Format } from './format.ts'

/** The formats of an app under the media types that it configured, the one with the richest forms first; the plugin's defaults without the plugin. */
export function formatsOf (app: FastifyInstance): Format[] {
  const environment = app.hasDecorator('hyper') ? HyperDecorator.environmentOf(app.hyper) : null
  const { mediaTypes, formatters } = environment?.settings ?? readSettings({})
  const builtIn = [['HAL-FORMS', mediaTypes.halForms], ['HAL', mediaTypes.hal], ['JSON', mediaTypes.json], ['Hyper JSON', mediaTypes.hyper]] as const
  return [
    ...builtIn.map(([name, accept]) => ({ name, accept, isCustom: false })),
    ...formatters.map(({ mediaType }) => ({ name: mediaType, accept: mediaType, isCustom: true })),
    { name: 'Any', accept: '*/*', isCustom: false }
  ]
}
