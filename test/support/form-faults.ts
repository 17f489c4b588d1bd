import type { FastifyInstance } from 'fastify'
import { environmentOf } from '../../lib/context/environment.ts'
import { modelOf } from '../../lib/features/extend.ts'
import { tryForms } from '../../testing/forms/try-forms.ts'

/** Makes an app ready, and returns what is wrong with its forms: `HYPER010 links of Order, … : the form allows …`. */
export async function formFaults (app: FastifyInstance): Promise<string[]> {
  await app.ready()
  const { configs } = await modelOf(environmentOf(app)!)
  return tryForms(app, configs).map(({ code, place, message }) => `${code} ${place}: ${message}`)
}
