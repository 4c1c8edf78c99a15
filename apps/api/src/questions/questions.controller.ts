import type { QuestionCounts, QuestionPage, QuestionView } from '@cges-fleet/core'
import { CountQuestions, ExportQuestions, GetQuestion, ListQuestions } from '@cges-fleet/core/contract'
import {
  findNeighbours,
  listComments,
  LOOKED_AT,
  selectQuestion,
  selectQuestionPage,
  type TrialPlace,
} from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Module, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { loadView } from '../evaluations/evaluation-view.js'
import { refuseField } from '../http/refusal.js'
import { type HttpResponse, HungUp } from '../http/request.js'
import { sendFile } from '../http/send-file.js'
import { Input, Serves } from '../http/serves.js'
import { CommentsController, commentView } from './comments.controller.js'
import { QuestionCountsOffice } from './question-counts-office.js'
import { questionExport } from './question-export.js'
import { questionPage, questionView } from './question-view.js'
import { SamplesController } from './samples.controller.js'
import { findReadable, selectedOf, unknownQuestion } from './selection.js'

const ROWS = 50

/** The questions behind an evaluation's numbers. */
@Controller()
export class QuestionsController {
  readonly #logger = logger('Questions')

  constructor(private readonly counts: QuestionCountsOffice) {}

  @Serves(ListQuestions)
  async list(
    @Caller() caller: Caller,
    @Input() { path: { id }, query: { after, before, ...selection } }: Input<typeof ListQuestions>,
  ): Promise<QuestionPage> {
    if (after !== undefined && before !== undefined) throw refuseField('before', 'give after or before, not both')
    const readable = await findReadable(caller, id, selection.examples)
    const selected = await selectedOf(caller, readable, selection)
    const backwards = before !== undefined
    const place = placeOf(after ?? before)
    const from = { place, backwards, rows: ROWS, lookedAt: LOOKED_AT }
    const { rows, end } = await selectQuestionPage(caller.db, readable.questioned, selected, from)
    // A reader who pages back comes from a page, so that page exists.
    const [next, previous] = backwards ? [rows.at(-1) ?? place, end] : [end, rows[0] ?? place]
    return questionPage(rows, next, !backwards && place === null ? null : previous, readable.withheld)
  }

  @Serves(CountQuestions)
  async count(
    @Caller() caller: Caller,
    @Input() { path: { id }, query: selection }: Input<typeof CountQuestions>,
    @HungUp() signal: HungUp,
  ): Promise<QuestionCounts> {
    const readable = await findReadable(caller, id, selection.examples)
    const selected = await selectedOf(caller, readable, selection)
    return this.counts.read({ db: caller.db, team: caller.team, questioned: readable.questioned, selected }, signal)
  }

  @Serves(ExportQuestions)
  async export(
    @Caller() caller: Caller,
    @Input() { path: { id, file }, query: selection }: Input<typeof ExportQuestions>,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const readable = await findReadable(caller, id, selection.examples)
    const selected = await selectedOf(caller, readable, selection)
    const wanted = { file, readable, selected, view: await loadView(caller, id) }
    await sendFile(response, { name: file, pieces: questionExport(caller, wanted) }, this.#logger)
  }

  @Serves(GetQuestion)
  async show(
    @Caller() caller: Caller,
    @Input() { path: { id, position }, query: { replicate = 0, ...selection } }: Input<typeof GetQuestion>,
  ): Promise<QuestionView> {
    const readable = await findReadable(caller, id, selection.examples)
    const selected = await selectedOf(caller, readable, selection)
    const place = { replicate, position }
    const stored = await selectQuestion(caller.db, readable.questioned, place)
    if (stored === null) throw unknownQuestion(id, place)
    const neighbours = await findNeighbours(caller.db, readable.questioned, place, selected)
    const { benchmarkId } = readable.questioned
    const written = await listComments(caller.db, caller.team, { benchmarkId, positions: [position] })
    const comments = written.map((comment) => commentView(comment, caller, readable.withheld))
    return questionView(stored, { ...readable, neighbours, comments })
  }
}

function placeOf(text: string | undefined): TrialPlace | null {
  if (text === undefined) return null
  const [replicate = 0, position = 0] = text.split('.').map(Number)
  return { replicate, position }
}

/** The questions behind an evaluation's numbers, and what was drawn for each. */
@Module({
  controllers: [QuestionsController, SamplesController, CommentsController],
  providers: [QuestionCountsOffice],
})
export class QuestionsModule {}
