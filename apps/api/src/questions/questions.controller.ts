import type { QuestionCounts, QuestionPage, QuestionView } from '@cges-fleet/core'
import { CountQuestions, ExportQuestions, GetQuestion, ListQuestions } from '@cges-fleet/core/contract'
import { findNeighbours, LOOKED_AT, selectQuestion, selectQuestionPage, type TrialPlace } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Module, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { loadView } from '../evaluations/evaluation-view.js'
import { refuseField } from '../http/refusal.js'
import { type HttpResponse, HungUp } from '../http/request.js'
import { sendFile } from '../http/send-file.js'
import { Asked, Serves } from '../http/serves.js'
import { QuestionCountsOffice } from './question-counts-office.js'
import { questionExport } from './question-export.js'
import { questionPage, questionView } from './question-view.js'
import { SamplesController } from './samples.controller.js'
import { askedOf, selectedOf, unknownQuestion } from './selection.js'

const ROWS = 50

/** The questions behind an evaluation's numbers. */
@Controller()
export class QuestionsController {
  readonly #logger = logger('Questions')

  constructor(private readonly counts: QuestionCountsOffice) {}

  @Serves(ListQuestions)
  async list(
    @Caller() caller: Caller,
    @Asked() { path: { id }, query: { after, before, ...selection } }: Asked<typeof ListQuestions>,
  ): Promise<QuestionPage> {
    if (after !== undefined && before !== undefined) throw refuseField('before', 'give after or before, not both')
    const asked = await askedOf(caller, id, selection.examples)
    const selected = await selectedOf(caller, asked, selection)
    const backwards = before !== undefined
    const place = placeOf(after ?? before)
    const from = { place, backwards, rows: ROWS, lookedAt: LOOKED_AT }
    const { rows, end } = await selectQuestionPage(caller.db, asked.questioned, selected, from)
    // A reader who pages back comes from a page, so that page exists.
    const [next, previous] = backwards ? [rows.at(-1) ?? place, end] : [end, rows[0] ?? place]
    return questionPage(rows, next, !backwards && place === null ? null : previous, asked.withheld)
  }

  @Serves(CountQuestions)
  async count(
    @Caller() caller: Caller,
    @Asked() { path: { id }, query: selection }: Asked<typeof CountQuestions>,
    @HungUp() signal: HungUp,
  ): Promise<QuestionCounts> {
    const asked = await askedOf(caller, id, selection.examples)
    const selected = await selectedOf(caller, asked, selection)
    return this.counts.read({ db: caller.db, team: caller.team, questioned: asked.questioned, selected }, signal)
  }

  @Serves(ExportQuestions)
  async export(
    @Caller() caller: Caller,
    @Asked() { path: { id, file }, query: selection }: Asked<typeof ExportQuestions>,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const asked = await askedOf(caller, id, selection.examples)
    const selected = await selectedOf(caller, asked, selection)
    const wanted = { file, asked, selected, view: await loadView(caller, id) }
    await sendFile(response, { name: file, pieces: questionExport(caller, wanted) }, this.#logger)
  }

  @Serves(GetQuestion)
  async show(
    @Caller() caller: Caller,
    @Asked() { path: { id, position }, query: { replicate = 0, ...selection } }: Asked<typeof GetQuestion>,
  ): Promise<QuestionView> {
    const asked = await askedOf(caller, id, selection.examples)
    const selected = await selectedOf(caller, asked, selection)
    const place = { replicate, position }
    const stored = await selectQuestion(caller.db, asked.questioned, place)
    if (stored === null) throw unknownQuestion(id, place)
    const neighbours = await findNeighbours(caller.db, asked.questioned, place, selected)
    return questionView(stored, { ...asked, neighbours })
  }
}

function placeOf(text: string | undefined): TrialPlace | null {
  if (text === undefined) return null
  const [replicate = 0, position = 0] = text.split('.').map(Number)
  return { replicate, position }
}

/** The questions behind an evaluation's numbers, and what was drawn for each. */
@Module({ controllers: [QuestionsController, SamplesController], providers: [QuestionCountsOffice] })
export class QuestionsModule {}
