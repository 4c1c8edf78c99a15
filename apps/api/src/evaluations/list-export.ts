import type { EvaluationListFile, EvaluationQuery, EvaluationRow } from '@cges-fleet/core'
import { csvLine } from '@cges-fleet/formats'
import type { Caller } from '../access/caller.js'
import { listPage } from './list-page.js'

/** Evaluations read at a time: an export of any length needs the memory of one page. */
const ROWS = 200

const HEAD = [
  ...['id', 'name', 'status', 'suite', 'benchmark', 'revision', 'questions', 'model', 'pool', 'answered_by', 'methods'],
  ...['trials', 'trials_closed', 'trials_blocked', 'samples_drawn', 'calls', 'call_cap', 'best_method', 'accuracy'],
  ...['accuracy_trials', 'accuracy_is', 'ends_at_least', 'ends_at_most', 'calls_per_question', 'calls_saved', 'owner'],
  ...['tags', 'created_at', 'finished_at'],
]

/** Writes all evaluations that a filter finds as one file, a page at a time. */
export async function* listExport(
  caller: Pick<Caller, 'db' | 'team'>,
  { file, wanted }: { readonly file: EvaluationListFile; readonly wanted: EvaluationQuery },
): AsyncGenerator<string> {
  const { sort, cursor: _cursor, ...filter } = wanted
  const isCsv = file === 'evaluations.csv'
  const head = { schema: 1, generatedAt: new Date().toISOString(), sort, filter }
  yield isCsv ? csvLine(HEAD) : `${JSON.stringify(head).slice(0, -1)},"evaluations":[`
  let first = true
  for await (const row of rowsOf(caller, wanted)) {
    yield isCsv ? csvLine(cellsOf(row)) : `${first ? '' : ','}\n${JSON.stringify(row)}`
    first = false
  }
  if (!isCsv) yield '\n]}\n'
}

async function* rowsOf(caller: Pick<Caller, 'db' | 'team'>, wanted: EvaluationQuery): AsyncGenerator<EvaluationRow> {
  let cursor: string | undefined
  do {
    const { cursor: _before, ...query } = wanted
    const page = await listPage(caller, cursor === undefined ? query : { ...query, cursor }, ROWS)
    yield* page.evaluations
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

function cellsOf(row: EvaluationRow) {
  const { best } = row
  return [
    ...[row.id, row.name, row.status, row.suite, row.benchmark.name, row.benchmark.revision, row.benchmark.questions],
    ...[row.pool.model, row.pool.name, row.provenance, row.methods, row.trials.total, row.trials.closed],
    ...[row.trials.blocked, row.samplesDrawn, row.calls.spent, row.calls.cap, best?.label ?? null],
    ...[best?.accuracy ?? null, best?.trials ?? null, best === null ? null : best.live === null ? 'final' : 'live'],
    ...[best?.live?.low ?? null, best?.live?.high ?? null, best?.calls ?? null, best?.saved ?? null, row.owner],
    ...[row.tags.join(', '), row.createdAt, row.finishedAt],
  ]
}
