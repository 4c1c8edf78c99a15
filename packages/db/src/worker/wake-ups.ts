import { channelOf, listen } from '../connection/listen.js'
import { closeDatabase, openDatabase } from '../connection/open-database.js'

/** A connection that hears of calls in flight which nobody needs any more. */
export interface WakeUps {
  /** Asks something over the connection, so that a dead one is noticed. */
  beat(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a connection beside the worker's pool, which `woken` is called by as soon as a commit may have abandoned calls
 * of its. Not every such call is told: one that was just being claimed is not. `lost` is called once, when the
 * connection is.
 */
export async function listenForAbandoned(
  worker: { readonly id: string; readonly url: string; readonly application: string },
  { woken, lost }: { readonly woken: () => void; readonly lost: () => void },
): Promise<WakeUps> {
  const { url, application } = worker
  const db = await openDatabase({ url, application, connections: 1, role: 'worker' })
  try {
    const channel = await listen(db, channelOf('worker', worker.id), { heard: woken, lost })
    return {
      beat: async () => void (await channel.db.query('SELECT 1')),
      // An idle connection that is closed listens to nothing: there is no need to wait for the server to say so.
      close: () => closeDatabase(db),
    }
  } catch (error) {
    await closeDatabase(db)
    throw error
  }
}
