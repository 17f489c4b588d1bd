import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'

export interface User {
  id: number
  username: string
  password: string
  role: 'basic' | 'moderator' | 'admin'
}

function hashOf (password: string, salt = randomBytes(16).toString('hex')): string {
  return `${salt}.${scryptSync(password, salt, 32).toString('hex')}`
}

export function isPassword (password: string, stored: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(password, stored.split('.')[0])), Buffer.from(stored))
}

/**
 * Creates the tables of a new database, with a user for each role and 25 tasks.
 * The passwords are those of a demonstration.
 */
export async function createTables (knex: Knex): Promise<void> {
  if (await knex.schema.hasTable('tasks')) return
  await knex.schema.createTable('users', table => {
    table.increments('id')
    table.string('username').notNullable().unique()
    table.string('password').notNullable()
    table.enum('role', ['basic', 'moderator', 'admin']).notNullable()
  })
  const roles = ['basic', 'moderator', 'admin'] as const
  await knex<User>('users').insert(roles.map(role => ({ username: role, password: hashOf(role), role })))
  await knex.schema.createTable('tasks', table => {
    table.increments('id')
    table.string('name').notNullable()
    table.integer('author_id').unsigned().notNullable().references('users.id')
    table.integer('assigned_user_id').unsigned().references('users.id')
    table.string('status').notNullable().defaultTo('new')
    table.datetime('created_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now(3))
    table.datetime('updated_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now(3))
  })
  await writeSamples(knex, 25)
}

/** Replaces all tasks. */
export async function writeSamples (knex: Knex, count: number): Promise<void> {
  const date = new Date('2030-01-01T08:00:00Z')
  await knex('tasks').truncate()
  await knex('tasks').insert(Array.from({ length: count }, (_, index) => ({
    name: `Task ${index + 1}`,
    author_id: 1,
    status: index === 0 ? 'completed' : 'new',
    created_at: date,
    updated_at: date
  })))
}
