import {
  type DataSource,
  endRequests,
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
}

/** Plans draws and ends requests, those of a team together. */
export class Draws {
  readonly #plans: Batches<WantedDraws, PlannedDraws>
  readonly #ends: Batches<string, void>
  readonly #ending = new Set<Promise<void>>()

  constructor(private readonly parts: DrawsParts) {
    this.#plans = new Batches((key, wanted) => this.#plan(placeOf(key), wanted))
    this.#ends = new Batches(async (team, requests) => {
      await endRequests(parts.db, team, requests)
      return requests.map(() => undefined)
    })
  }

  /** Plans the next draws of a request, and queues them. Returns how many of them the team's limits allowed. */
  plan({ team, pool }: DrawnIn, wanted: WantedDraws): Promise<PlannedDraws> {
    return this.#plans.ask(`${team} ${pool}`, wanted)
  }

  /** Ends a request: what is under way is abandoned, and what was drawn is booked. Nobody waits for that. */
  end({ team }: DrawnIn, requestId: string): void {
    const ending = this.#ends
      .ask(team, requestId)
      .catch((error: Error) => log.warn(`a request is left to the sweep to end: ${error.message}`))
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  /** Waits until all that was ended is booked. */
  async settled(): Promise<void> {
    await Promise.all(this.#ending)
  }

  async #plan({ team, pool }: DrawnIn, wanted: readonly WantedDraws[]): Promise<PlannedDraws[]> {
    const { db, calls, gateway, teamDraws } = this.parts
    const planned = await planReplies(db, { gateway, teamId: team, pool, teamDraws }, wanted)
    // The rows are the outbox: what a queue that is away does not take, the sweep queues.
    calls
      .add(planned.flatMap(({ queued }) => queued))
      .catch((error: Error) => log.warn(`the queue took nothing, so the sweep queues it: ${error.message}`))
    return planned
  }
}

function placeOf(key: string): DrawnIn {
  const [team = '', pool = ''] = key.split(' ')
  return { team: team as TeamId, pool }
}
