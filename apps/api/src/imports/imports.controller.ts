import { createHash } from 'node:crypto'
import type { EvaluationView, ImportedCount, ImportSpec, StoredPage } from '@cges-fleet/core'
import { AddSamples, CreateImport, GetEvaluation, ListStoredSamples, pathOf } from '@cges-fleet/core/contract'
import {
  createImport,
  type Database,
  failImport,
  findBenchmark,
  importSamples,
  selectStoredPage,
  StorageFull,
  type TeamId,
} from '@cges-fleet/db'
import { RoundQueue } from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'
import { Controller, Module, Res } from '@nestjs/common'
import { Caller, ownerOf } from '../access/caller.js'
import { EvaluationsModule } from '../evaluations/evaluations.module.js'
import { LiveEvaluations } from '../evaluations/live-evaluations.js'
import { unknownEvaluation } from '../evaluations/evaluation-view.js'
import { Refusal, refuseField } from '../http/refusal.js'
import type { HttpResponse } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'

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
    @Input() { body: spec, headers }: Input<typeof CreateImport>,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<EvaluationView> {
    const { id, repeated } = await createEvaluation(caller.db, caller.team, {
      spec,
      idempotencyKey: headers['Idempotency-Key'] ?? null,
      owner: ownerOf(caller),
    })
    response.status(repeated ? 200 : 201).setHeader('location', pathOf(GetEvaluation, { path: { id } }))
    const view = await this.live.read(caller.team, id)
    if (view === null) throw unknownEvaluation(id)
    return view
  }

  @Serves(ListStoredSamples)
  async stored(
    @Caller() { db, team }: Caller,
    @Input() { path: { id }, query: { after } }: Input<typeof ListStoredSamples>,
  ): Promise<StoredPage> {
    const stored = await selectStoredPage(db, team, id, after ?? null)
    switch (stored.kind) {
      case 'unknown':
        throw unknownEvaluation(id)
      case 'not imported':
        throw notImported(id)
      case 'page':
        return stored.page
    }
  }

  @Serves(AddSamples)
  async add(
    @Caller() { db, team }: Caller,
    @Input() { path: { id }, body: batch }: Input<typeof AddSamples>,
  ): Promise<ImportedCount> {
    const stored = await importSamples(db, team, { ...batch, evaluationId: id }).catch(async (error: unknown) => {
      if (error instanceof StorageFull)
        await failImport(db, team, id, 'the team’s limit of stored bytes leaves no room')
      throw error
    })
    switch (stored.kind) {
      case 'unknown':
        throw unknownEvaluation(id)
      case 'not imported':
        throw notImported(id)
      case 'no such question': {
        const [first] = stored.questionIds
        await failImport(db, team, id, `the benchmark has no question ${JSON.stringify(first)}`)
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

function notImported(id: string): Refusal {
  return new Refusal('conflict', `Evaluation ${id} draws its own samples, so none can be added from a log.`)
}

/** Evaluations imported from logs. */
@Module({ imports: [EvaluationsModule], controllers: [ImportsController] })
export class ImportsModule {}

interface Importing {
  readonly spec: ImportSpec
  readonly idempotencyKey: string | null
  /** The name of the key it is imported with. */
  readonly owner: string | null
}

/** Creates the evaluation that a log's samples are sent to, once per idempotency key. Refuses an unknown benchmark. */
export async function createEvaluation(
  db: Database,
  team: TeamId,
  { spec, idempotencyKey, owner }: Importing,
): Promise<{ id: string; repeated: boolean }> {
  const named = { name: spec.benchmark, ...(spec.revision === undefined ? {} : { revision: spec.revision }) }
  const benchmark = await findBenchmark(db, team, named)
  if (benchmark === null) {
    throw refuseField('benchmark', `there is no benchmark "${spec.benchmark}": import the log's questions first`)
  }
  const pool = poolOf(spec.model)
  const made = await createImport(db, team, {
    name: spec.name ?? `${benchmark.view.title}, ${spec.model} (imported)`,
    suite: spec.suite ?? null,
    benchmarkId: benchmark.id,
    pool,
    model: spec.model,
    source: spec.source,
    methods: spec.methods,
    sampling: spec.sampling,
    owner,
    idempotency: idempotencyKey === null ? null : { key: idempotencyKey, hash: digest(JSON.stringify(spec)) },
  })
  if (made.kind === 'conflict') {
    throw new Refusal('conflict', 'This Idempotency-Key was used before with another body: send a new key.')
  }
  return { id: made.id, repeated: made.kind === 'repeated' }
}

/** Each model named by a log gets its own pool, from which no sample is ever drawn. */
function poolOf(model: string): string {
  const slug = model
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .slice(0, 22)
    .replace(/-$/u, '')
  return ['imported', slug, digest(model).slice(0, 6)].filter((part) => part !== '').join('-')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
