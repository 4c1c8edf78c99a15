import pg from 'pg'
import { socketUrl } from './socket-url.js'

/** "The database system is starting up" or "is shutting down", which has one code for both. */
const CANNOT_CONNECT_NOW = '57P03'

/** Asks a server for its state; `silent` if nothing listens. */
export async function serverState(socketFolder: string): Promise<'serves' | 'starting' | 'silent'> {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'serves'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === CANNOT_CONNECT_NOW ? 'starting' : 'silent'
  } finally {
    await client.end().catch(() => undefined)
  }
}
