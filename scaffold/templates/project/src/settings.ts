export interface Settings {
  readonly host: string
  readonly port: number
  readonly jwtSecret: string
  readonly databaseFolder: string
}

/** Reads the settings of the environment. @throws an error whose message has a line for each wrong one */
export function readSettings (environment: NodeJS.ProcessEnv): Settings {
  const { HOST = '127.0.0.1', PORT = '3000', JWT_SECRET = '', DATABASE_FOLDER = 'data' } = environment
  const port = /^\d+$/.test(PORT) ? Number(PORT) : NaN
  const faults = [
    HOST === '' && 'HOST is empty: set the address to listen on, such as 127.0.0.1 or 0.0.0.0.',
    !(port <= 65535) && `PORT is '${PORT}': set a number from 0 to 65535.`,
    // Its value is never printed.
    JWT_SECRET.length < 32 && `JWT_SECRET has ${JWT_SECRET.length} characters: set a random string of at least 32. ` +
      'This prints one: node -p "crypto.randomBytes(32).toString(\'hex\')"',
    DATABASE_FOLDER === '' && 'DATABASE_FOLDER is empty: set the folder of the database.'
  ].filter(fault => fault !== false)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return { host: HOST, port, jwtSecret: JWT_SECRET, databaseFolder: DATABASE_FOLDER }
}
