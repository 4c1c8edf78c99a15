import type { QuestionCounts, QuestionPage, QuestionView } from '@cges-fleet/core'
import { CountQuestions, ListQuestions, ReadQuestion } from '@cges-fleet/core/contract'
import { findNeighbours, LOOKED_AT, readQuestion, readQuestionPage, type TrialPlace } from '@cges-fleet/db'
import { Controller } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'
import { askedOf, selectedOf } from './asked-of.js'
import { QuestionCountsOffice } from './question-counts-office.js'
import { questionPage } from './question-page.js'
import { questionView } from './question-view.js'

const ROWS = 50

/** The questions behind an evaluation's numbers. */
@Controller()
export class QuestionsController {
  constructor(private readonly counts: QuestionCountsOffice) {}

  @Serves(ListQuestions)
  async list(
    @Caller() caller: Caller,
    @Asked() { path: { id }, query: { after, before, ...selection } }: Asked<typeof ListQuestions>,
  ): Promise<QuestionPage> {
    if (after !== undefined && before !== undefined) throw refuseField('before', 'give after or before, not both')
    const asked = await askedOf(caller, id, selection.examples)
    const selected = selectedOf(asked, selection)
    const backwards = before !== undefined
    const place = placeOf(after ?? before)
    const from = { place, backwards, rows: ROWS, lookedAt: LOOKED_AT }
    const { rows, end } = await readQuestionPage(caller.db, asked.questioned, { selected, from })
    // Whoever comes from a page knows that it is there.
    const [next, previous] = backwards ? [rows.at(-1) ?? place, end] : [end, rows[0] ?? place]
    return questionPage(rows, {
      next,
      previous: !backwards && place === null ? null : previous,
      withheld: asked.withheld,
    })
  }

  @Serves(CountQuestions)
  async count(
    @Caller() caller: Caller,
    @Asked() { path: { id }, query: selection }: Asked<typeof CountQuestions>,
  ): Promise<QuestionCounts> {
    const asked = await askedOf(caller, id, selection.examples)
    const selected = selectedOf(asked, selection)
    return this.counts.read({ db: caller.db, team: caller.team, questioned: asked.questioned, selected })
  }

  @Serves(ReadQuestion)
  async show(
    @Caller() caller: Caller,
    @Asked() { path: { id, position }, query: { replicate = 0, ...selection } }: Asked<typeof ReadQuestion>,
  ): Promise<QuestionView> {
    const asked = await askedOf(caller, id, selection.examples)
    const selected = selectedOf(asked, selection)
    const place = { replicate, position }
    const stored = await readQuestion(caller.db, asked.questioned, place)
    if (stored === null) throw unknownQuestion(id, place)
    const neighbours = await findNeighbours(caller.db, asked.questioned, { place, selected })
    return questionView(stored, { ...asked, neighbours })
  }
}

/** The refusal for a question that an evaluation does not have. */
export function unknownQuestion(id: string, { replicate, position }: TrialPlace): Refusal {
  return new Refusal(
    'not_found',
    `Evaluation ${id} has no question at position ${position} of replicate ${replicate}, or has not come to it yet.`,
  )
}

function placeOf(text: string | undefined): TrialPlace | null {
  if (text === undefined) return null
  const [replicate = 0, position = 0] = text.split('.').map(Number)
  return { replicate, position }
}
