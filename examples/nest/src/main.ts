import 'reflect-metadata'
import { ValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger'
import { html } from 'fastify-hyper/html'
import { validationException } from 'fastify-hyper/nest'
import { AppModule } from './app.module.js'

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), { logger: ['error', 'warn'] })
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, exceptionFactory: validationException }))
// Pages for browsers at the URLs of the API.
await app.register(html, { title: 'Orders' })
const documented = new DocumentBuilder().setTitle('Orders').addBearerAuth().build()
SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, documented))
app.enableShutdownHooks()
await app.listen(process.env['PORT'] ?? 3000, process.env['HOST'] ?? '127.0.0.1')
console.log(`The API is at ${await app.getUrl()}, its documentation at ${await app.getUrl()}/docs`)
