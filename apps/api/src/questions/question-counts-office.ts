import type { QuestionCounts } from '@cges-fleet/core'
import { countQuestions, type Database, type Questioned, type Selected, type TeamId } from '@cges-fleet/db'
import { Injectable } from '@nestjs/common'
import { KeptAnswers } from '../statistics/kept-answers.js'
import { TeamTurns } from '../statistics/team-turns.js'

const KEPT = 256

/** While an evaluation runs its counts are cached for this long. */
const FRESH_MS = 5000

/** How many counts of one team may wait, and how many run at once, each of another team. */
const MOST_WAITING = 8
const AT_ONCE = 4

interface Counting {
  readonly db: Database
  readonly team: TeamId
  readonly questioned: Questioned
  readonly selected: Selected
}

/**
 * Counts questions, one count of a team at a time and once per version of an evaluation: counting reads every verdict.
 */
@Injectable()
export class QuestionCountsOffice {
  readonly #kept = new KeptAnswers<QuestionCounts>(KEPT)
  readonly #turns = new TeamTurns({ atOnce: AT_ONCE, waiting: MOST_WAITING, what: 'counts of questions' })

  /** Returns the counts of a selection, at most five seconds old while the evaluation runs. */
  read({ db, team, questioned, selected }: Counting, asker: AbortSignal): Promise<QuestionCounts> {
    const { id, status, version, trials, flagsAt } = questioned
    const asOf = status === 'running' ? Math.floor(performance.now() / FRESH_MS) : version
    const count = async () => ({ trials, ...(await countQuestions(db, questioned, selected)) })
    const key = JSON.stringify([team, id, status, asOf, flagsAt, selected])
    return this.#kept.read(key, (signal) => this.#turns.take(team, count, signal), asker)
  }
}
