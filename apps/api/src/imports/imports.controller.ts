import type { EvaluationView, ImportedCount, StoredPage } from '@cges-fleet/core'
import { AddSamples, CreateImport, ListStoredSamples, pathOf, GetEvaluation } from '@cges-fleet/core/contract'
import { importSamples, selectStoredPage } from '@cges-fleet/db'
import { RoundQueue } from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Res } from '@nestjs/common'
import { Caller, ownerOf } from '../access/caller.js'
import { LiveEvaluations } from '../evaluations/live-evaluations.js'
import type { HttpResponse } from '../http/http-response.js'
import { Refusal } from '../http/refusal.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'
import { createEvaluation } from './create-evaluation.js'

/** Importing logs: first the evaluation, then its samples, a batch at a time. */
@Controller()
export class ImportsController {
  readonly #logger = logger('Imports')

  constructor(
    private readonly rounds: RoundQueue,
    private readonly live: LiveEvaluations,
  ) {}

  @Serves(CreateImport)
  async create(
    @Caller() caller: Caller,
    @Asked() { body: spec, headers }: Asked<typeof CreateImport>,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<EvaluationView> {
    const { id, repeated } = await createEvaluation(caller.db, caller.team, {
      spec,
      idempotencyKey: headers['Idempotency-Key'] ?? null,
      owner: ownerOf(caller),
    })
    response.status(repeated ? 200 : 201).setHeader('location', pathOf(GetEvaluation, { path: { id } }))
    const view = await this.live.read(caller.team, id)
    if (view === null) throw unknown(id)
    return view
  }

  @Serves(ListStoredSamples)
  async stored(
    @Caller() { db, team }: Caller,
    @Asked() { path: { id }, query: { after } }: Asked<typeof ListStoredSamples>,
  ): Promise<StoredPage> {
    const stored = await selectStoredPage(db, team, id, after ?? null)
    switch (stored.kind) {
      case 'unknown':
        throw unknown(id)
      case 'not imported':
        throw notImported(id)
      case 'page':
        return stored.page
    }
  }

  @Serves(AddSamples)
  async add(
    @Caller() { db, team }: Caller,
    @Asked() { path: { id }, body: batch }: Asked<typeof AddSamples>,
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
        void this.rounds.ask(id).catch((error: Error) => this.#logger.warn(error.message))
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
