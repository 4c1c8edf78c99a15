import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DataSource,
  type LandedReply,
  type Listening,
  listenToReplies,
  selectReplies,
  type WantedReply,
} from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'

/** What a request hears of. */
export interface Hearing {
  landed(reply: LandedReply): void
  /** It was ended by a sweep, which took this gateway for dead. */
  ended(): void
}

const BEAT_MS = 5000
const AGAIN_MS = 500

const log = logger('Replies')

/**
 * Hands each landed reply to the request that waits for it, as soon as the database tells: nothing is asked for at
 * intervals. Whatever landed while the connection was lost is read once it is back.
 */
export class ReplyDesk {
  readonly #open = new Map<string, Hearing>()
  #heard: WantedReply[] = []
  #reading = false
  #listening: Listening | undefined
  #beat: NodeJS.Timeout | undefined
  #closed = false

  constructor(
    private readonly db: DataSource,
    readonly gateway: string,
  ) {}

  async start(): Promise<void> {
    await this.#listen()
    this.#beat = setInterval(() => void this.#keep().catch(() => undefined), BEAT_MS)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#beat)
    await this.#listening?.close()
  }

  /** Hears of a request until `shut`. */
  open(requestId: string, hearing: Hearing): void {
    this.#open.set(requestId, hearing)
  }

  shut(requestId: string): void {
    this.#open.delete(requestId)
  }

  /** What was shut is kept no longer, so that a sweep ends whatever could not be ended here. */
  async #keep(): Promise<void> {
    const ended = (await this.#listening?.keep([...this.#open.keys()])) ?? []
    for (const requestId of ended) this.#open.get(requestId)?.ended()
  }

  async #listen(): Promise<void> {
    this.#listening = await listenToReplies(this.db, this.gateway, {
      heard: (reply) => this.#hear([reply]),
      lost: () => void this.#listenAgain(),
    })
  }

  async #listenAgain(): Promise<void> {
    log.warn('lost the database connection that announces replies; reconnecting')
    this.#listening = undefined
    while (!this.#closed && this.#listening === undefined) {
      await sleep(AGAIN_MS)
      await this.#listen().catch(() => undefined)
    }
    this.#hear([...this.#open.keys()].map((requestId) => ({ requestId, index: null })))
  }

  #hear(replies: readonly WantedReply[]): void {
    this.#heard.push(...replies.filter(({ requestId }) => this.#open.has(requestId)))
    if (!this.#reading && this.#heard.length > 0) void this.#read()
  }

  async #read(): Promise<void> {
    this.#reading = true
    while (this.#heard.length > 0 && !this.#closed) {
      const wanted = this.#heard
      this.#heard = []
      try {
        for (const reply of await selectReplies(this.db, wanted)) this.#open.get(reply.requestId)?.landed(reply)
      } catch (error) {
        log.warn(`replies cannot be read, and will be tried again: ${(error as Error).message}`)
        this.#heard.push(...wanted)
        await sleep(AGAIN_MS)
      }
    }
    this.#reading = false
  }
}
