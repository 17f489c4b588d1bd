import { runChecks } from './app'

runChecks().then(results => { console.log(JSON.stringify(results)) }, error => {
  console.log(JSON.stringify({ start: String(error?.stack ?? error) }))
})
