import { comingPaces, type EvaluationView, type PaceChange, timeAtPaces } from '@cges-fleet/core'
import { type Db, selectDemand, selectReservations, type TeamId } from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Inject, Injectable } from '@nestjs/common'

/** How long a team's paces in a pool are kept: every frame of its running evaluations needs them. */
const KEPT_MS = 5000

interface Kept {
  readonly until: number
  readonly paces: Promise<readonly PaceChange[]>
}

/** Knows how reservations that begin or end change the time that running evaluations have left. */
@Injectable()
export class ComingShares {
  readonly #kept = new Map<string, Kept>()

  constructor(@Inject(DATABASE) private readonly shared: Db) {}

  /** Returns the time left as coming reservations make it, from an estimate at the present pace. */
  async timeLeft(team: TeamId, pool: string, eta: EvaluationView['eta']): Promise<EvaluationView['eta']> {
    if (eta === null) return null
    const paces = await this.#paces(team, pool)
    return { seconds: timeAtPaces(paces, eta.seconds), atMostSeconds: timeAtPaces(paces, eta.atMostSeconds) }
  }

  #paces(team: TeamId, pool: string): Promise<readonly PaceChange[]> {
    const now = performance.now()
    for (const [key, { until }] of this.#kept) if (until < now) this.#kept.delete(key)
    const key = `${team}/${pool}`
    const known = this.#kept.get(key)
    if (known !== undefined) return known.paces
    const paces = this.#select(team, pool)
    this.#kept.set(key, { until: now + KEPT_MS, paces })
    paces.catch(() => this.#kept.delete(key))
    return paces
  }

  async #select(team: TeamId, pool: string): Promise<readonly PaceChange[]> {
    const reservations = await selectReservations(this.shared, pool)
    const slots = reservations[0]?.poolSlots ?? 0
    if (slots === 0) return []
    const sharers = (await selectDemand(this.shared, pool)).map(({ id, weight }) => ({ team: id, weight }))
    const reserved = reservations.map((one) => ({
      team: one.teamId,
      slots: one.slots,
      from: secondsUntil(one.from),
      until: secondsUntil(one.until),
    }))
    return comingPaces(team, slots, sharers, reserved)
  }
}

function secondsUntil(instant: Date): number {
  return (instant.getTime() - Date.now()) / 1000
}
