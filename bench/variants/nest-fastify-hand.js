export { default } from '../peers/nest-fastify.js'
