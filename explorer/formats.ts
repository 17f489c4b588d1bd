import type { FastifyInstance } from 'fastify'
import { environmentOf } from '../lib/context/environment.ts'
import { readSettings } from '../lib/options/plugin-options.ts'
import type { Format } from './format.ts'

/**
 * Returns the formats of an app with its media types, the one with the richest forms first; without the plugin, the
 * default formats.
 */
export function formatsOf (app: FastifyInstance): Format[] {
  const environment = environmentOf(app)
  const { mediaTypes, formatters } = environment?.settings ?? readSettings({})
  const { halForms, hal, json, hyper } = mediaTypes
  const builtIn = [['HAL-FORMS', halForms], ['HAL', hal], ['JSON', json], ['Hyper JSON', hyper]] as const
  return [
    ...builtIn.map(([name, accept]) => ({ name, accept, isCustom: false })),
    ...formatters.map(({ mediaType }) => ({ name: mediaType, accept: mediaType, isCustom: true })),
    { name: 'Any', accept: '*/*', isCustom: false }
  ]
}
