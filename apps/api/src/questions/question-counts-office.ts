import type { QuestionCounts } from '@cges-fleet/core'
import { countQuestions, type Database, type Questioned, type Selected, type TeamId } from '@cges-fleet/db'
import { Injectable } from '@nestjs/common'
import { KeptAnswers } from '../statistics/kept-answers.js'

const KEPT = 256

/** While an evaluation runs its counts are taken again after this long. */
const FRESH_MS = 5000

interface Counting {
  readonly db: Database
  readonly team: TeamId
  readonly questioned: Questioned
  readonly selected: Selected
}

/** Counts questions, one count at a time and each once for a version of an evaluation: it reads every verdict. */
@Injectable()
export class QuestionCountsOffice {
  readonly #kept = new KeptAnswers<QuestionCounts>(KEPT)
  #last: Promise<unknown> = Promise.resolve()

  /** Gives the counts of a selection, no older than five seconds while the evaluation runs. */
  read({ db, team, questioned, selected }: Counting): Promise<QuestionCounts> {
    const { id, status, version, trials } = questioned
    const asOf = status === 'running' ? Math.floor(performance.now() / FRESH_MS) : version
    return this.#kept.read(JSON.stringify([team, id, status, asOf, selected]), () => {
      const counted = this.#last.then(async () => ({ trials, ...(await countQuestions(db, questioned, selected)) }))
      this.#last = counted.catch(() => undefined)
      return counted
    })
  }
}
