// The door for other plugins of this package: what they add to an app before it is ready, and what they read of it
// then. They parse content with content.ts, which the plugin itself does not load.
import type { DocumentFormat, Environment } from '../context/environment.ts'
import type { ApiModel } from '../model/model.ts'

/** Adds a format of documents. Returns false, and adds nothing, if the app has one with its media type. */
export function addDocuments ({ extensions: { formats } }: Environment, format: DocumentFormat): boolean {
  if (formats.some(({ mediaType }) => mediaType === format.mediaType)) return false
  formats.push(format)
  return true
}

/** Returns the model of the API, once the app is ready. */
export async function modelOf (environment: Environment): Promise<ApiModel> {
  return (await loadModel(environment))()
}

/** Loads what makes the model, once the app is ready: for pages, which wait for nothing. */
export function loadModel ({ extensions }: Environment): Promise<() => ApiModel> {
  return extensions.loadModel()
}
