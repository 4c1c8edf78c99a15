import type { EvaluationListFile, EvaluationPage, EvaluationRow } from '@cges-fleet/core'
import { type CsvCell, csvLine } from '@cges-fleet/formats'
import type { Caller } from '../access/caller.js'
import { type ListAsked, listPage } from './list-page.js'

/** Evaluations loaded at a time: an export of any length needs the memory of one page. */
const ROWS = 200

const COLUMNS: Readonly<Record<string, (row: EvaluationRow) => CsvCell>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status,
  suite: ({ suite }) => suite,
  benchmark: ({ benchmark }) => benchmark.name,
  revision: ({ benchmark }) => benchmark.revision,
  questions: ({ benchmark }) => benchmark.questions,
  model: ({ pool }) => pool.model,
  pool: ({ pool }) => pool.name,
  answered_by: ({ provenance }) => provenance,
  methods: ({ methods }) => methods,
  trials: ({ trials }) => trials.total,
  trials_closed: ({ trials }) => trials.closed,
  trials_blocked: ({ trials }) => trials.blocked,
  samples_drawn: ({ samplesDrawn }) => samplesDrawn,
  calls: ({ calls }) => calls.spent,
  call_cap: ({ calls }) => calls.cap,
  best_method: ({ best }) => best?.label ?? null,
  accuracy: ({ best }) => best?.accuracy ?? null,
  accuracy_is: ({ best }) => (best === null ? null : best.live === null ? 'final' : 'live'),
  accuracy_trials: ({ best }) => best?.trials ?? null,
  ends_at_least: ({ best }) => best?.live?.low ?? null,
  ends_at_most: ({ best }) => best?.live?.high ?? null,
  calls_per_question: ({ best }) => best?.calls ?? null,
  calls_saved: ({ best }) => best?.saved ?? null,
  tokens_per_question: ({ best }) => best?.tokens ?? null,
  owner: ({ owner }) => owner,
  tags: ({ tags }) => tags.join(', '),
  created_at: ({ createdAt }) => createdAt,
  finished_at: ({ finishedAt }) => finishedAt,
}
/** Streams all evaluations that match a filter as one file, a page at a time. */
export async function* listExport(
  caller: Pick<Caller, 'db' | 'team'>,
  file: EvaluationListFile,
  wanted: ListAsked,
): AsyncGenerator<string> {
  const { sort = 'newest', ...filter } = wanted
  const isCsv = file === 'evaluations.csv'
  const head = { schema: 1, generatedAt: new Date().toISOString(), sort, filter }
  yield isCsv ? csvLine(Object.keys(COLUMNS)) : `${JSON.stringify(head).slice(0, -1)},"evaluations":[`
  let first = true
  for await (const row of rowsOf(caller, wanted)) {
    yield isCsv
      ? csvLine(Object.values(COLUMNS).map((cell) => cell(row)))
      : `${first ? '' : ','}\n${JSON.stringify(row)}`
    first = false
  }
  if (!isCsv) yield '\n]}\n'
}

async function* rowsOf(caller: Pick<Caller, 'db' | 'team'>, wanted: ListAsked): AsyncGenerator<EvaluationRow> {
  let cursor: string | undefined
  do {
    const page: EvaluationPage = await listPage(caller, { ...wanted, cursor }, ROWS)
    yield* page.evaluations
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
