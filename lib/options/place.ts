/** The options of the plugin in messages. */
export const PLACE = 'fastify-hyper options'

/** Returns what messages call an option of the plugin. */
export function optionPlace (option: string): string {
  return `${PLACE}, ${option}`
}
