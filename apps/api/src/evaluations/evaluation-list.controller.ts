import {
  type EvaluationDraft,
  EvaluationLabels,
  EvaluationListFile,
  type EvaluationPage,
  EvaluationQuery,
  type EvaluationView,
  type LabelsInUse,
} from '@cges-fleet/core'
import { labelEvaluation, readLabelsInUse } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Body, Controller, Get, Param, Patch, Query, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { sendPieces } from '../exports/send-pieces.js'
import type { HttpResponse } from '../http/http-response.js'
import { EvaluationId } from './evaluation-id.js'
import { listExport } from './list-export.js'
import { listPage } from './list-page.js'
import { readSpec } from './read-spec.js'
import { readView, unknownEvaluation } from './read-view.js'

/** A team's evaluations as a list, and what people write on them. */
@Controller('v1')
export class EvaluationListController {
  readonly #logger = logger('Evaluations')

  @Get('evaluations')
  list(@Caller() caller: Caller, @Query({ schema: EvaluationQuery }) wanted: EvaluationQuery): Promise<EvaluationPage> {
    return listPage(caller, wanted)
  }

  @Get('labels')
  labels(@Caller() { db, team }: Caller): Promise<LabelsInUse> {
    return readLabelsInUse(db, team)
  }

  @Get('exports/:file')
  async export(
    @Caller() caller: Caller,
    @Param('file', { schema: EvaluationListFile }) file: EvaluationListFile,
    @Query({ schema: EvaluationQuery }) wanted: EvaluationQuery,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const type = file === 'evaluations.csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json'
    response.writeHead(200, { 'content-type': type, 'content-disposition': `attachment; filename="${file}"` })
    await sendPieces(response, listExport(caller, { file, wanted })).catch((error: Error) => {
      // What was sent cannot be taken back: a broken connection tells that the file is not whole.
      this.#logger.error(`an export broke off: ${error.message}`, { stack: error.stack })
      response.destroy(error)
    })
  }

  @Patch('evaluations/:id')
  async label(
    @Caller() caller: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Body({ schema: EvaluationLabels }) labels: EvaluationLabels,
  ): Promise<EvaluationView> {
    if (!(await labelEvaluation(caller.db, caller.team, { id, ...labels }))) throw unknownEvaluation(id)
    return readView(caller, id)
  }

  @Get('evaluations/:id/spec')
  spec(@Caller() caller: Caller, @Param('id', { schema: EvaluationId }) id: string): Promise<EvaluationDraft> {
    return readSpec(caller, id)
  }
}
