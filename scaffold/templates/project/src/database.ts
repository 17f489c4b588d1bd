import { mkdir } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'

/** What stores need of PostgreSQL. A pool of the package `pg` has it, too. */
export interface Database {
  query<Row> (sql: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

/**
 * Opens the database in a folder, in memory without one. Only one process can open a folder.
 * Close the database after the app.
 */
export async function openDatabase (folder?: string): Promise<PGlite> {
  try {
    if (folder !== undefined) await mkdir(folder, { recursive: true })
    return await PGlite.create(folder)
  } catch (error) {
    throw new Error(
      `The database in DATABASE_FOLDER (${folder}) cannot be opened: ${(error as Error).message}`, { cause: error }
    )
  }
}
