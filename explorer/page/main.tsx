import { render } from 'preact'
import { App } from './components/App.tsx'
import { destinationOf } from './hypermedia/destination.ts'

const given = document.querySelector<HTMLMetaElement>('meta[name="entry-point"]')?.content ?? '/'
const entryPoint = destinationOf(given, document.baseURI)

render(<App entryPoint={entryPoint.kind === 'inside' ? entryPoint.path : '/'} />, document.body)
