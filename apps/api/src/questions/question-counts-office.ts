import type { QuestionCounts } from '@cges-fleet/core'
import { countQuestions, type Database, type Questioned, type Selected, type TeamId } from '@cges-fleet/db'
import { Injectable } from '@nestjs/common'
import { TooSoon } from '../http/refusal.js'
import { KeptAnswers } from '../statistics/kept-answers.js'

const KEPT = 256

/** While an evaluation runs its counts are cached for this long. */
const FRESH_MS = 5000

/** How many counts of one team may wait. */
const MOST_WAITING = 8

interface Counting {
  readonly db: Database
  readonly team: TeamId
  readonly questioned: Questioned
  readonly selected: Selected
}

interface Line {
  last: Promise<unknown>
  waiting: number
}

/**
 * Counts questions, one count of a team at a time and once per version of an evaluation: counting reads every verdict.
 */
@Injectable()
export class QuestionCountsOffice {
  readonly #kept = new KeptAnswers<QuestionCounts>(KEPT)
  readonly #lines = new Map<TeamId, Line>()

  /** Returns the counts of a selection, at most five seconds old while the evaluation runs. */
  read({ db, team, questioned, selected }: Counting): Promise<QuestionCounts> {
    const { id, status, version, trials } = questioned
    const asOf = status === 'running' ? Math.floor(performance.now() / FRESH_MS) : version
    const count = async () => ({ trials, ...(await countQuestions(db, questioned, selected)) })
    return this.#kept.read(JSON.stringify([team, id, status, asOf, selected]), () => this.#inTurn(team, count))
  }

  async #inTurn<T>(team: TeamId, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(team) ?? { last: Promise.resolve(), waiting: 0 }
    if (line.waiting >= MOST_WAITING) {
      throw new TooSoon(
        `Your team has ${MOST_WAITING} counts of questions under way already: ask again when they are done.`,
        5,
      )
    }
    this.#lines.set(team, line)
    line.waiting += 1
    const done = line.last.then(work)
    line.last = done.catch(() => undefined)
    return done.finally(() => {
      line.waiting -= 1
      if (line.waiting === 0) this.#lines.delete(team)
    })
  }
}
