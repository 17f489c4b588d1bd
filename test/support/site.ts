import { pathToFileURL } from 'node:url'

/** The sidebar of the site, which is JavaScript that no compiler of the package reads. */
export async function codeOfSite (): Promise<{ readonly listed: readonly string[] }> {
  return await import(pathToFileURL('docs/.vitepress/sidebar.js').href) as { listed: readonly string[] }
}
