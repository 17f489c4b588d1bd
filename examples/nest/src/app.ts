import 'reflect-metadata'
import { ValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { validationException } from 'fastify-hyper/nest'
import { AppModule } from './app.module.js'

/** Returns a new app with its own orders. */
export async function createApp (): Promise<NestFastifyApplication> {
  const app =
    await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), { logger: ['error', 'warn'] })
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, exceptionFactory: validationException }))
  return app
}
