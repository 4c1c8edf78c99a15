import type { Db } from '../query.js'
import type { Questioned } from './find-questioned.js'
import { readQuestionPage, type TrialPlace } from './read-question-page.js'
import type { Selected } from './selected-sql.js'

/** Trials looked at on either side. */
const LOOKED_AT = 5_000

/** The trials beside one, each null where there is none among those looked at. */
export interface Neighbours {
  readonly previous: TrialPlace | null
  readonly next: TrialPlace | null
  readonly previousDisagreement: TrialPlace | null
  readonly nextDisagreement: TrialPlace | null
}

const DISAGREEING: Selected = { filters: ['disagree'], method: null, verdict: null, answer: null, text: null }

/** Finds the trials beside one: those selected, and those on which methods disagree. */
export async function findNeighbours(
  db: Db,
  questioned: Questioned,
  { place, selected }: { readonly place: TrialPlace; readonly selected: Selected },
): Promise<Neighbours> {
  const beside = async (selected: Selected, backwards: boolean): Promise<TrialPlace | null> => {
    const from = { place, backwards, rows: 1, lookedAt: LOOKED_AT }
    const [row] = (await readQuestionPage(db, questioned, { selected, from })).rows
    return row === undefined ? null : { position: row.position, replicate: row.replicate }
  }
  return {
    previous: await beside(selected, true),
    next: await beside(selected, false),
    previousDisagreement: await beside(DISAGREEING, true),
    nextDisagreement: await beside(DISAGREEING, false),
  }
}
