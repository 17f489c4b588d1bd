// The views as functions that return HTML: bundled by scripts/bundle-pages.js.
import { renderToString } from 'preact-render-to-string'
import { StaticContext } from '../../views/static.ts'
import type { PageModel, RawModel, Views } from '../model.ts'
import { Page } from './Page.tsx'
import { PageContext } from './page-context.ts'
import { RawPage } from './RawPage.tsx'

export const { renderPage, renderRaw }: Views = {
  renderPage: (model: PageModel) => documentOf(
    <StaticContext.Provider value>
      <PageContext.Provider value={model}><Page /></PageContext.Provider>
    </StaticContext.Provider>
  ),
  renderRaw: (model: RawModel) => documentOf(<RawPage raw={model} />)
}

function documentOf (view: Parameters<typeof renderToString>[0]): string {
  return `<!doctype html>${renderToString(view)}`
}
