import type { EventEmitter } from 'node:events'
import pg from 'pg'

/** What is used of a connection of `pg`. */
interface Connected extends EventEmitter {
  readonly processID: number | null
  readonly connection: { readonly stream: { destroy(error: Error): void } }
  query(...statement: unknown[]): unknown
}

/** A server that owes an answer for so long is asked, over another connection, whether it is at work on one. */
const SILENT_MS = 10_000
/** So often in a row it must be at work on none: an answer may be on its way. */
const TIMES = 2

/**
 * Makes what a pool does with each new connection, so that one which the network has forgotten ends as one does that is
 * closed. Nobody tells: a statement sent into it would wait for ever, and with it a claim, a round or a request.
 * Statements may take as long as they need: only when the server says that it waits for us is the connection given up.
 */
export function endSilentConnections(url: string, silentMs = SILENT_MS): (client: EventEmitter) => void {
  return (emitter) => {
    const client = emitter as Connected
    let owedSince: number | null = null
    let idle = 0
    let asking = false
    const query = client.query.bind(client)
    client.query = (...statement) => {
      owedSince ??= performance.now()
      return query(...statement)
    }
    const look = async (): Promise<void> => {
      const since = owedSince
      if (since === null || asking || performance.now() - since < silentMs) return
      asking = true
      const waits = await waitsForUs(url, client.processID).finally(() => (asking = false))
      idle = waits && owedSince === since ? idle + 1 : 0
      if (idle < TIMES) return
      client.connection.stream.destroy(new Error('connection terminated: the network had forgotten it'))
    }
    const looking = setInterval(() => void look(), silentMs / 4).unref()
    client.on('drain', () => {
      owedSince = null
      idle = 0
    })
    client.once('end', () => clearInterval(looking))
    // It is told where its statement fails, and to its pool; nobody else need hear of it.
    client.on('error', () => undefined)
  }
}

const AT_WORK = `
SELECT pg_backend_pid() AS own, EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'active') AS active`

/** Whether the server is there and at work on nothing of that connection's; a pooler between us and it cannot be asked. */
async function waitsForUs(connectionString: string, pid: number | null): Promise<boolean> {
  const probe = new pg.Client({ connectionString, connectionTimeoutMillis: SILENT_MS, query_timeout: SILENT_MS })
  probe.on('error', () => undefined)
  try {
    await probe.connect()
    const { rows } = await probe.query<{ own: number; active: boolean }>(AT_WORK, [pid])
    const [seen] = rows
    return seen !== undefined && seen.own === (probe as unknown as Connected).processID && !seen.active
  } catch {
    return false
  } finally {
    void probe.end().catch(() => undefined)
  }
}
