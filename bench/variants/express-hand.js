export { default } from '../peers/express.js'
