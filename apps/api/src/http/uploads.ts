import { Injectable } from '@nestjs/common'
import { Refusal, TooSoon } from './refusal.js'

/** How many long bodies are taken at once, by this process and of one team. */
const [AT_ONCE, OF_A_TEAM] = [4, 2]
const RETRY_AFTER_SECONDS = 5

/** Bounds how many long bodies are under way at once, since each takes time of the process and a connection to the database. */
@Injectable()
export class Uploads {
  readonly #underWay = new Map<string, number>()

  /** Does the work of one upload, or refuses it until others have ended. */
  async one<T>(team: string, work: () => Promise<T>): Promise<T> {
    const own = this.#underWay.get(team) ?? 0
    if (own >= OF_A_TEAM) {
      throw new TooSoon(
        `Your team is sending ${own} benchmarks already: send this one after them.`,
        RETRY_AFTER_SECONDS,
      )
    }
    const all = [...this.#underWay.values()].reduce((sum, count) => sum + count, 0)
    if (all >= AT_ONCE)
      throw new Refusal('unavailable', `${all} benchmarks are coming in already: send this one later.`)
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
