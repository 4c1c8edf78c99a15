import type { TeamId } from '@cges-fleet/db'
import { TooSoon } from '../http/refusal.js'

export interface TurnLimits {
  /** How many pieces of work run at once, each of another team. */
  readonly atOnce: number
  /** How many of one team may wait. */
  readonly waiting: number
  /** What is asked for, in the plural, as a refusal names it. */
  readonly what: string
}

type Start = () => void

/**
 * Lets teams take turns at work that is too heavy to run at once: a team has one piece running, and the team that
 * waited longest for its turn is next. What one team asks for delays another by one piece at most.
 */
export class TeamTurns {
  /** Those waiting, by team; the team whose turn is next comes first. */
  readonly #lines = new Map<TeamId, Start[]>()
  readonly #busy = new Set<TeamId>()

  constructor(private readonly limits: TurnLimits) {}

  /** Runs work in the team's turn. Gives up waiting when the signal aborts; running work watches the signal itself. */
  async take<T>(team: TeamId, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turnOf(team, signal)
    try {
      return await work()
    } finally {
      this.#end(team)
    }
  }

  #turnOf(team: TeamId, signal: AbortSignal): Promise<void> {
    const line = this.#lines.get(team) ?? []
    const { waiting, what } = this.limits
    if (line.length >= waiting) {
      throw new TooSoon(`Your team already has ${waiting} ${what} waiting. Ask again when they are done.`, 5)
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#leave(team, start)
        reject(signal.reason)
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      line.push(start)
      this.#lines.set(team, line)
      this.#next()
    })
  }

  #leave(team: TeamId, start: Start): void {
    const line = this.#lines.get(team) ?? []
    const left = line.filter((each) => each !== start)
    if (left.length === 0) this.#lines.delete(team)
    else this.#lines.set(team, left)
  }

  /** Whoever was served waits for all others. */
  #end(team: TeamId): void {
    const line = this.#lines.get(team)
    this.#lines.delete(team)
    if (line !== undefined) this.#lines.set(team, line)
    this.#busy.delete(team)
    this.#next()
  }

  #next(): void {
    for (const [team, line] of this.#lines) {
      if (this.#busy.size >= this.limits.atOnce) return
      const [start] = line
      if (start === undefined || this.#busy.has(team)) continue
      if (line.length > 1) this.#lines.set(team, line.slice(1))
      else this.#lines.delete(team)
      this.#busy.add(team)
      start()
    }
  }
}
