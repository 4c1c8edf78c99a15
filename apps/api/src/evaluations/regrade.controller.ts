import { GRADING_VERSION } from '@cges-fleet/answers'
import { type Regrade } from '@cges-fleet/core'
import { readRegrade, requestRegrade } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { EvaluationId } from './evaluation-id.js'
import { refuseRegrade } from './refuse-regrade.js'

/** Grading again what an ended evaluation drew. */
@Controller('v1/evaluations')
export class RegradeController {
  readonly #logger = logger('Regrade')

  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Post(':id/regrade')
  @HttpCode(202)
  async ask(@Caller() caller: Caller, @Param('id', { schema: EvaluationId }) id: string): Promise<Regrade> {
    const wanted = { id, gradingVersion: GRADING_VERSION }
    refuseRegrade(await requestRegrade(caller.db, caller.team, wanted), wanted)
    await this.parts.rounds.ask(id).catch((error: Error) => this.#logger.warn(error.message))
    return this.show(caller, id)
  }

  @Get(':id/regrade')
  async show(@Caller() { db, team }: Caller, @Param('id', { schema: EvaluationId }) id: string): Promise<Regrade> {
    const regrade = await readRegrade(db, team, id)
    if (regrade === null) throw new Refusal('not_found', `Evaluation ${id} was not graded again.`)
    return regrade
  }
}
