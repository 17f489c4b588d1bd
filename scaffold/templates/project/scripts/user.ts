// Adds a user with the password in PASSWORD, if there is one, and prints a token: npm run --silent user -- ann admin
import { buildApp } from '../src/app.ts'
import { ROLES } from '../src/plugins/auth.ts'
import { saveUser } from '../src/routes/login/index.ts'

const [name = '', given] = process.argv.slice(2)
const { PASSWORD: password } = process.env
const role = ROLES.find(role => role === given)
if (role === undefined) throw new Error(`Give a name and one of the roles ${ROLES.join(', ')}.`)
const app = await buildApp()
if (password !== undefined) await saveUser(app, { name, role, password })
console.log(app.jwt.sign({ sub: name, role }, { expiresIn: '8h' }))
await app.close()
