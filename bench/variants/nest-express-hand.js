export { default } from '../peers/nest-express.js'
