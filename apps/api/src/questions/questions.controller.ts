import {
  type QuestionCounts,
  type QuestionPage,
  QuestionPlace,
  QuestionSelection,
  type QuestionView,
} from '@cges-fleet/core'
import { findNeighbours, LOOKED_AT, readQuestion, readQuestionPage, type TrialPlace } from '@cges-fleet/db'
import { Controller, Get, Param, Query } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { EvaluationId } from '../evaluations/evaluation-id.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { askedOf, selectedOf } from './asked-of.js'
import { QuestionCountsOffice } from './question-counts-office.js'
import { Position, Replicate } from './question-place.js'
import { questionPage } from './question-page.js'
import { questionView } from './question-view.js'

const ROWS = 50

const Listed = QuestionSelection.extend({ after: QuestionPlace.optional(), before: QuestionPlace.optional() })
type Listed = QuestionSelection & { readonly after?: string; readonly before?: string }
const One = QuestionSelection.extend({ replicate: Replicate })
type One = QuestionSelection & { readonly replicate: number }

/** The questions behind an evaluation's numbers. */
@Controller('v1/evaluations')
export class QuestionsController {
  readonly #counts = new QuestionCountsOffice()

  @Get(':id/questions')
  async list(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Query({ schema: Listed }) { after, before, ...selection }: Listed,
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

  @Get(':id/question-counts')
  async count(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Query({ schema: QuestionSelection }) selection: QuestionSelection,
  ): Promise<QuestionCounts> {
    const asked = await askedOf(caller, id, selection.examples)
    const selected = selectedOf(asked, selection)
    return this.#counts.read({ db: caller.db, team: caller.team, questioned: asked.questioned, selected })
  }

  @Get(':id/questions/:position')
  async show(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Param('position', { schema: Position }) position: number,
    @Query({ schema: One }) { replicate, ...selection }: One,
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
