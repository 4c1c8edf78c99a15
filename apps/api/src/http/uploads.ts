import { counted, inNumber } from '@cges-fleet/core'
import { Injectable } from '@nestjs/common'
import { Refusal, TooSoon } from './refusal.js'

/** How many long bodies are accepted at once, by this process and per team. */
const AT_ONCE = 4
const OF_A_TEAM = 2
const RETRY_AFTER_SECONDS = 5

/** Bounds how many long bodies are in flight, since each takes CPU time and a database connection. */
@Injectable()
export class Uploads {
  readonly #underWay = new Map<string, number>()

  /** Runs one upload's work, or refuses it while too many are in flight. */
  async one<T>(team: string, work: () => Promise<T>): Promise<T> {
    const own = this.#underWay.get(team) ?? 0
    if (own >= OF_A_TEAM) {
      throw new TooSoon(
        `Your team is sending ${counted(own, 'benchmark')} already: send this one after them.`,
        RETRY_AFTER_SECONDS,
      )
    }
    const all = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0)
    if (all >= AT_ONCE)
      throw new Refusal(
        'unavailable',
        `${counted(all, 'benchmark')} ${inNumber(all, 'is', 'are')} coming in already: send this one later.`,
      )
    this.#underWay.set(team, own + 1)
    try {
      return await work()
    } finally {
      const left = (this.#underWay.get(team) ?? 1) - 1
      if (left === 0) this.#underWay.delete(team)
      else this.#underWay.set(team, left)
    }
  }
}
