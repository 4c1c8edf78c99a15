import type { TeamId } from '@cges-fleet/db'
import { Refusal } from './refusal.js'

/** Bounds how many requests are answered at once: in all, and of one team. */
export class Room {
  #all = 0
  readonly #ofTeam = new Map<TeamId, number>()

  constructor(private readonly most: { readonly all: number; readonly ofTeam: number }) {}

  get taken(): number {
    return this.#all
  }

  /** Takes a place, or refuses; returns what gives it back. */
  enter(team: TeamId): () => void {
    const mine = this.#ofTeam.get(team) ?? 0
    if (mine >= this.most.ofTeam || this.#all >= this.most.all)
      throw new Refusal(
        'too_soon',
        'As many requests as may be are being answered: send this again when some are done.',
        {
          retryAfter: 1,
        },
      )
    this.#all += 1
    this.#ofTeam.set(team, mine + 1)
    return () => this.#leave(team)
  }

  #leave(team: TeamId): void {
    this.#all -= 1
    const left = (this.#ofTeam.get(team) ?? 1) - 1
    if (left === 0) this.#ofTeam.delete(team)
    else this.#ofTeam.set(team, left)
  }
}
