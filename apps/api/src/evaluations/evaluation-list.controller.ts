import type { EvaluationDraft, EvaluationPage, EvaluationView, LabelsInUse } from '@cges-fleet/core'
import { ExportEvaluations, LabelEvaluation, ListEvaluations, ReadLabels, ReadSpec } from '@cges-fleet/core/contract'
import { labelEvaluation, readLabelsInUse } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { sendPieces } from '../exports/send-pieces.js'
import type { HttpResponse } from '../http/http-response.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'
import { listExport } from './list-export.js'
import { listPage } from './list-page.js'
import { readSpec } from './read-spec.js'
import { readView, unknownEvaluation } from './read-view.js'

/** A team's evaluations as a list, and what people write on them. */
@Controller()
export class EvaluationListController {
  readonly #logger = logger('Evaluations')

  @Serves(ListEvaluations)
  list(@Caller() caller: Caller, @Asked() { query }: Asked<typeof ListEvaluations>): Promise<EvaluationPage> {
    return listPage(caller, query)
  }

  @Serves(ReadLabels)
  labels(@Caller() { db, team }: Caller): Promise<LabelsInUse> {
    return readLabelsInUse(db, team)
  }

  @Serves(ExportEvaluations)
  async export(
    @Caller() caller: Caller,
    @Asked() { path: { file }, query }: Asked<typeof ExportEvaluations>,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const type = file === 'evaluations.csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json'
    response.writeHead(200, { 'content-type': type, 'content-disposition': `attachment; filename="${file}"` })
    await sendPieces(response, listExport(caller, { file, wanted: query })).catch((error: Error) => {
      // What was sent cannot be taken back: a broken connection tells that the file is not whole.
      this.#logger.error(`an export broke off: ${error.message}`, { stack: error.stack })
      response.destroy(error)
    })
  }

  @Serves(LabelEvaluation)
  async label(
    @Caller() caller: Caller,
    @Asked() { path: { id }, body }: Asked<typeof LabelEvaluation>,
  ): Promise<EvaluationView> {
    if (!(await labelEvaluation(caller.db, caller.team, { id, ...body }))) throw unknownEvaluation(id)
    return readView(caller, id)
  }

  @Serves(ReadSpec)
  spec(@Caller() caller: Caller, @Asked() { path: { id } }: Asked<typeof ReadSpec>): Promise<EvaluationDraft> {
    return readSpec(caller, id)
  }
}
