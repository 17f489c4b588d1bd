import { render } from 'preact'
import { App } from './components/App.tsx'
import { readPageSettings } from './settings.ts'

render(<App settings={readPageSettings(document)} />, document.body)
