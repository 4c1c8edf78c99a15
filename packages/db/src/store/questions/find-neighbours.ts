import type { Db } from '../query.js'
import type { Questioned } from './find-questioned.js'
import { selectQuestionPage, type TrialPlace } from './select-question-page.js'
import type { Selected } from './selected-sql.js'

/** Trials looked at on either side. */
const LOOKED_AT = 5_000

/** The trials next to one; null if none was found among those looked at. */
export interface Neighbours {
  readonly previous: TrialPlace | null
  readonly next: TrialPlace | null
  readonly secondPrevious: TrialPlace | null
  readonly secondNext: TrialPlace | null
  readonly previousDisagreement: TrialPlace | null
  readonly nextDisagreement: TrialPlace | null
}

const DISAGREEING: Selected = {
  filters: ['disagree'],
  method: null,
  verdict: null,
  versus: null,
  answer: null,
  text: null,
}

/** Finds the trials next to one: the nearest selected, and the nearest on which methods disagree. */
export async function findNeighbours(
  db: Db,
  questioned: Questioned,
  place: TrialPlace,
  selected: Selected,
): Promise<Neighbours> {
  const beside = async (selected: Selected, backwards: boolean, count: 1 | 2): Promise<TrialPlace[]> => {
    const from = { place, backwards, rows: count, lookedAt: LOOKED_AT }
    const { rows } = await selectQuestionPage(db, questioned, selected, from)
    const nearest = backwards ? rows.toReversed() : rows
    return nearest.map(({ position, replicate }) => ({ position, replicate }))
  }
  const [previous = null, secondPrevious = null] = await beside(selected, true, 2)
  const [next = null, secondNext = null] = await beside(selected, false, 2)
  const [previousDisagreement = null] = await beside(DISAGREEING, true, 1)
  const [nextDisagreement = null] = await beside(DISAGREEING, false, 1)
  return { previous, next, secondPrevious, secondNext, previousDisagreement, nextDisagreement }
}
