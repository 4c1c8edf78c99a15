import type { DataSource, EntityManager } from 'typeorm'

export interface Listener {
  readonly heard: (payload: string) => void
  /** Called once, when the connection is lost: what happened since is told by nobody, and must be looked up. */
  readonly lost: () => void
}

/** A connection that hears of one channel. */
export interface Channel {
  /** What is asked over the connection itself, so that a dead one is noticed. */
  readonly db: EntityManager
  close(): Promise<void>
}

/** The part of a `pg` connection used here. */
interface Notified {
  on(event: 'notification', heard: (message: { readonly payload?: string | undefined }) => void): void
  on(event: 'error' | 'end', ended: () => void): void
}

/** Listens to the channel of one process, over a connection taken from the pool for good. */
export async function listen(db: DataSource, channel: string, { heard, lost }: Listener): Promise<Channel> {
  const runner = db.createQueryRunner()
  const client: Notified = await runner.connect()
  let isOpen = true
  const end = () => {
    if (isOpen) lost()
    isOpen = false
  }
  client.on('notification', ({ payload }) => heard(payload ?? ''))
  client.on('error', end)
  client.on('end', end)
  await runner.query(`LISTEN ${channel}`)
  return {
    db: runner.manager,
    close: async () => {
      isOpen = false
      await runner.query(`UNLISTEN *`).catch(() => undefined)
      await runner.release().catch(() => undefined)
    },
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The channel of a process that is known by a UUID. The name of a channel cannot be a parameter. */
export function channelOf(process: 'gateway' | 'worker', id: string): string {
  if (!UUID.test(id)) throw new Error(`a ${process} is known by a UUID`)
  return `${process}_${id.replaceAll('-', '')}`
}
