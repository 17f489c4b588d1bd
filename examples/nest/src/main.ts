import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger'
import { html } from 'fastify-hyper/html'
import { createApp } from './app.js'

const app = await createApp()
// Pages for browsers at the URLs of the API.
await app.register(html, { title: 'Orders' })
const documented = new DocumentBuilder().setTitle('Orders').addBearerAuth().build()
SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, documented))
app.enableShutdownHooks()
await app.listen(process.env['PORT'] ?? 3000, process.env['HOST'] ?? '127.0.0.1')
console.log(`The API is at ${await app.getUrl()}, its documentation at ${await app.getUrl()}/docs`)
