import type { EventEmitter } from 'node:events'
import pg from 'pg'

/** The part of a `pg` connection used here. */
interface Connected extends EventEmitter {
  readonly processID: number | null
  readonly connection: { readonly stream: { destroy(error: Error): void } }
  query(...statement: unknown[]): unknown
}

/**
 * After this long without an answer the server is asked, over another connection, whether it is executing anything for
 * it.
 */
const SILENT_MS = 10_000
/** How often in a row it must be idle: an answer may be on its way. */
const TIMES = 2

/**
 * Builds the handler a pool runs on each new connection, so that one silently dropped by the network fails like one
 * that was closed. Without it a statement would wait for ever, and with it a claim, a round or a request. Statements
 * may take as long as they need: a connection is only closed once the server reports that it is waiting for us.
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
    // The statement's caller and the pool both get the error; no other handler needs it.
    client.on('error', () => undefined)
  }
}

const AT_WORK = `
SELECT pg_backend_pid() AS probe, EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state = 'active') AS active`

/** Whether the server is reachable and idle on that connection; through a pooler this cannot be asked. */
async function waitsForUs(connectionString: string, pid: number | null): Promise<boolean> {
  const probe = new pg.Client({ connectionString, connectionTimeoutMillis: SILENT_MS, query_timeout: SILENT_MS })
  probe.on('error', () => undefined)
  try {
    await probe.connect()
    const { rows } = await probe.query<{ probe: number; active: boolean }>(AT_WORK, [pid])
    const [seen] = rows
    return seen !== undefined && seen.probe === (probe as unknown as Connected).processID && !seen.active
  } catch {
    return false
  } finally {
    void probe.end().catch(() => undefined)
  }
}
