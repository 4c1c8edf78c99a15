import { type EvaluationView, ImportBatch, type ImportedCount, ImportSpec, type StoredPage } from '@cges-fleet/core'
import { importSamples, readStoredPage } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common'
import { z } from 'zod'
import { Caller, ownerOf } from '../access/caller.js'
import { LiveEvaluations } from '../evaluations/live-evaluations.js'
import type { HttpResponse } from '../http/http-response.js'
import { Refusal } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { createEvaluation } from './create-evaluation.js'

const After = z.coerce.number().int().min(0, 'must be the "next" of an earlier page').max(1_000_000).optional()
const EvaluationId = z.uuid('must be the id of an imported evaluation')

/** Evaluations made of logs: first the evaluation, then its samples, a batch at a time. */
@Controller('v1/imports')
export class ImportsController {
  readonly #live: LiveEvaluations
  readonly #logger = logger('Imports')

  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {
    this.#live = new LiveEvaluations(parts.databaseOf)
  }

  @Post()
  async create(
    @Caller() caller: Caller,
    @Body({ schema: ImportSpec }) spec: ImportSpec,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<EvaluationView> {
    const { id, repeated } = await createEvaluation(caller.db, caller.team, {
      spec,
      idempotencyKey: key ?? null,
      owner: ownerOf(caller),
    })
    response.status(repeated ? 200 : 201).setHeader('location', `/v1/evaluations/${id}`)
    const view = await this.#live.read(caller.team, id)
    if (view === null) throw unknown(id)
    return view
  }

  @Get(':id/samples')
  async stored(
    @Caller() { db, team }: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Query('after', { schema: After }) after: number | undefined,
  ): Promise<StoredPage> {
    const stored = await readStoredPage(db, team, { evaluationId: id, after: after ?? null })
    switch (stored.kind) {
      case 'unknown':
        throw unknown(id)
      case 'not imported':
        throw notImported(id)
      case 'page':
        return stored.page
    }
  }

  @Post(':id/samples')
  @HttpCode(200)
  async add(
    @Caller() { db, team }: Caller,
    @Param('id', { schema: EvaluationId }) id: string,
    @Body({ schema: ImportBatch }) batch: ImportBatch,
  ): Promise<ImportedCount> {
    const stored = await importSamples(db, team, { ...batch, evaluationId: id })
    switch (stored.kind) {
      case 'unknown':
        throw unknown(id)
      case 'not imported':
        throw notImported(id)
      case 'no such question': {
        const [first] = stored.questionIds
        throw new Refusal('invalid', `samples: the benchmark has no question ${JSON.stringify(first)}`, [
          { field: 'samples', problem: `${stored.questionIds.length} ids are those of no question of the benchmark` },
        ])
      }
      case 'stored':
        void this.parts.rounds.ask(id).catch((error: Error) => this.#logger.warn(error.message))
        return stored.count
    }
  }
}

function unknown(id: string): Refusal {
  return new Refusal('not_found', `There is no evaluation ${id}.`)
}

function notImported(id: string): Refusal {
  return new Refusal('conflict', `Evaluation ${id} draws its own samples: none is added to it from a log.`)
}
