import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DataSource,
  type EndingRequest,
  endRequests,
  isOutage,
  type PlannedDraws,
  planReplies,
  type TeamId,
  type WantedDraws,
} from '@cges-fleet/db'
import type { CallQueues } from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'
import { Batches } from './batches.js'

const log = logger('Draws')

interface DrawsParts {
  readonly db: DataSource
  readonly calls: Pick<CallQueues, 'add'>
  readonly gateway: string
  /** Calls that a team's requests may have in flight at once. */
  readonly teamDraws: number
}

/** Where a request's replies are drawn, and for whom. */
export interface DrawnIn {
  readonly team: TeamId
  readonly pool: string
  /** Whether it has its answer: its draws leave half of what the team may have in flight to others. */
  readonly isAudit?: boolean
}

const AUDIT = 'audit'

/** An outage of ten seconds is outlasted; a sweep ends what is left after twenty. */
const [TRIES, AGAIN_MS] = [5, 2000]

/** Plans draws and ends requests, those of a team together. */
export class Draws {
  readonly #plans: Batches<WantedDraws, PlannedDraws>
  readonly #ends: Batches<EndingRequest, void>
  readonly #ending = new Set<Promise<void>>()

  constructor(private readonly parts: DrawsParts) {
    this.#plans = new Batches((key, wanted) => this.#plan(placeOf(key), wanted))
    this.#ends = new Batches(async (team, requests) => {
      await endRequests(parts.db, team, requests)
      return requests.map(() => undefined)
    })
  }

  /** Plans the next draws of a request, and queues them. Returns how many of them the team's limits allowed. */
  plan({ team, pool, isAudit = false }: DrawnIn, wanted: WantedDraws): Promise<PlannedDraws> {
    return this.#plans.ask(`${team} ${pool} ${isAudit ? AUDIT : ''}`, wanted)
  }

  /** Ends a request: what is under way is abandoned, what was drawn is booked, its figures kept. Nobody waits for that. */
  end(team: TeamId, request: EndingRequest): void {
    const ending = this.#endAgain(team, request)
      .catch((error: Error) => log.warn(`a request is left to the sweep to end: ${error.message}`))
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  /** Waits until all that was ended is booked. */
  async settled(): Promise<void> {
    await Promise.all(this.#ending)
  }

  /** Ends it again after an outage, so that its figures are not lost: what is ended already is left as it is. */
  async #endAgain(team: TeamId, request: EndingRequest): Promise<void> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await this.#ends.ask(team, request)
      } catch (error) {
        if (left === 0 || !isOutage(error)) throw error
        await sleep(AGAIN_MS)
      }
    }
  }

  async #plan({ team, pool, isAudit }: DrawnIn, wanted: readonly WantedDraws[]): Promise<PlannedDraws[]> {
    const { db, calls, gateway, teamDraws: most } = this.parts
    const teamDraws = isAudit === true ? Math.floor(most / 2) : most
    const planned = await planReplies(db, { gateway, teamId: team, pool, teamDraws }, wanted)
    // The rows are the outbox: what a queue that is away does not take, the sweep queues.
    calls
      .add(planned.flatMap(({ queued }) => queued))
      .catch((error: Error) => log.warn(`the queue took nothing, so the sweep queues it: ${error.message}`))
    return planned
  }
}

function placeOf(key: string): DrawnIn {
  const [team = '', pool = '', audit] = key.split(' ')
  return { team: team as TeamId, pool, isAudit: audit === AUDIT }
}
