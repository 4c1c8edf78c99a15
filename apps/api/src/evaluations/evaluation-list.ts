import {
  type BestMethod,
  type EvaluationFilter,
  type EvaluationListFile,
  type EvaluationPage,
  type EvaluationRow,
  type EvaluationSort,
  type EvaluationStatus,
  failedOf,
  type Waits,
  waitWords,
} from '@cges-fleet/core'
import {
  countEvaluations,
  type Db,
  type ListedEvaluation,
  listEvaluations,
  type ListPlace,
  type ListWanted,
  type LiveSums,
  type RemainingTotals,
  selectAccuracies,
  selectDrawing,
  selectLiveSums,
  selectRemaining,
  type TeamId,
  transaction,
} from '@cges-fleet/db'
import { type CsvCell, csvLine } from '@cges-fleet/formats'
import { methodKey, methodLabel } from '@cges-fleet/methods'
import { liveAccuracy } from '@cges-fleet/statistics'
import { z } from 'zod'
import type { Caller } from '../access/caller.js'
import type { WhyItWaits } from '../pools/shares.js'
import { refuseField } from '../http/refusal.js'
import { listedTimeLeft, tellsTimeLeft } from './time-left.js'

/** The filter, order and cursor of a list request. */
type ListQuery = EvaluationFilter & {
  readonly sort?: EvaluationSort | undefined
  readonly cursor?: string | undefined
}

/** Whose evaluations are listed, and what says why they wait. */
type ListReader = Pick<Caller, 'db' | 'team'> & { readonly waits: WhyItWaits }

/** Loads a page of a caller's evaluations as a list shows them. */
export async function listPage(
  reader: ListReader,
  { sort = 'newest', cursor, ...filter }: ListQuery,
  rows?: number,
): Promise<EvaluationPage> {
  const after = cursor === undefined ? null : placeIn(cursor, sort)
  const read = await transaction(reader.db, (tx) =>
    readPage(tx, reader.team, { filter, sort, after, ...(rows === undefined ? {} : { rows }) }),
  )
  const { page, sums, baselines, remaining } = read
  const waits = await waitsOf(reader, page.evaluations, read.drawing)
  const left = await timesLeft(reader, page.evaluations, remaining)
  return {
    evaluations: page.evaluations.map((listed, at) =>
      rowOf(listed, {
        waits: waits[at] ?? null,
        sc: baselines.get(listed.summary.id) ?? null,
        sums: sums.filter(({ evaluationId }) => evaluationId === listed.summary.id),
        eta: left[at] ?? null,
      }),
    ),
    next: page.next === null ? null : placeText(page.next),
    total: read.total,
  }
}

/** What a page shows of its evaluations, in one transaction: each of its own takes four round trips for one statement. */
async function readPage(tx: Db, team: TeamId, wanted: ListWanted) {
  const page = await listEvaluations(tx, team, wanted)
  const estimated = page.evaluations.filter((one) => showsLive(one.summary.status) && one.closedPrefix > 0)
  const running = page.evaluations.filter(({ summary }) => summary.status === 'running')
  const timed = running.filter(({ summary }) => tellsTimeLeft(summary.trials))
  return {
    page,
    sums: await selectLiveSums(tx, team, estimated.map(idOf)),
    remaining: await selectRemaining(tx, team, timed.map(idOf)),
    drawing: await selectDrawing(tx, team, running.map(idOf)),
    baselines: await baselinesOf(tx, team, page.evaluations),
    total: await countEvaluations(tx, team, wanted.filter ?? {}),
  }
}

const idOf = ({ summary }: ListedEvaluation): string => summary.id

/** Says whose evaluations `mine` asks for: the person's, or those of keys with the caller's name; everybody's on a fleet without sign-in. */
export function resolveOwner<Filter extends EvaluationFilter>(filter: Filter, { name }: Pick<Caller, 'name'>): Filter {
  if (filter.mine === undefined || name === null) return filter
  if (filter.owner !== undefined && filter.owner !== name) {
    throw refuseField('mine', 'cannot be combined with another owner: leave one out')
  }
  return { ...filter, owner: name }
}

/** Why each evaluation of a page is not moving: its pools are asked once. */
function waitsOf(
  { db, team, waits }: ListReader,
  page: readonly ListedEvaluation[],
  drawing: ReadonlySet<string>,
): Promise<(Waits | null)[]> {
  return Promise.all(
    page.map(({ summary }) => waits.of(db, team, { evaluation: summary, isDrawing: drawing.has(summary.id) })),
  )
}

/** How much time each evaluation of a page has left. */
function timesLeft(
  { team, waits }: ListReader,
  page: readonly ListedEvaluation[],
  remaining: readonly RemainingTotals[],
): Promise<EvaluationRow['eta'][]> {
  return Promise.all(
    page.map(({ summary: { id, pool } }) => {
      const totals = remaining.find(({ evaluationId }) => evaluationId === id)
      return waits.timeLeft(team, { pool, eta: totals === undefined ? null : listedTimeLeft(totals) })
    }),
  )
}

/** The final accuracy of SC at the budget of each evaluation's best method, where there is one and it is not the best itself. */
async function baselinesOf(
  tx: Db,
  team: TeamId,
  page: readonly ListedEvaluation[],
): Promise<ReadonlyMap<string, number>> {
  const arms = page.flatMap(({ summary: { id }, best, methods }) => {
    const budget = methods.find((spec) => methodKey(spec) === best?.key)?.budget
    const sc = methods.find((spec) => spec.method === 'sc' && spec.budget === budget)
    return sc === undefined || methodKey(sc) === best?.key ? [] : [{ id, key: methodKey(sc) }]
  })
  if (arms.length === 0) return new Map()
  const found = await selectAccuracies(tx, team, arms)
  return new Map(found.map(({ id, accuracy }) => [id, accuracy]))
}

interface GoingOn {
  readonly sc: number | null
  readonly waits: Waits | null
  readonly sums: readonly LiveSums[]
  readonly eta: EvaluationRow['eta']
}

function rowOf(listed: ListedEvaluation, { sums, eta, waits, sc }: GoingOn): EvaluationRow {
  const { summary, methods, spent, cap, cost } = listed
  const most = summary.trials.total * Math.max(...methods.map(({ budget }) => budget))
  return { ...summary, best: bestMethod(listed, sums, sc), calls: { spent, cap, most }, cost, eta, waits }
}

const PLACE = /^([0-9a-f-]{36})(?:\.([\w-]{0,900}))?$/

/** Encodes a position in a list as the cursor of the next page: the id, a point, and the value of the order. */
function placeText({ id, value }: ListPlace): string {
  return value === null ? id : `${id}.${Buffer.from(value).toString('base64url')}`
}

/** Parses a cursor; refuses one that this order did not produce. */
function placeIn(cursor: string, sort: EvaluationSort): ListPlace {
  const [, id = '', encoded] = PLACE.exec(cursor) ?? []
  const value = encoded === undefined ? null : Buffer.from(encoded, 'base64url').toString()
  const isNumber = value !== null && value !== '' && !Number.isNaN(Number(value))
  const fits = sort === 'newest' ? value === null : sort === 'name' ? value?.includes('\0') === false : isNumber
  if (z.uuid().safeParse(id).success && fits) return { id, value }
  throw refuseField('cursor', 'must be the "next" of an earlier page')
}

/** Evaluations loaded at a time: an export of any length needs the memory of one page. */
const ROWS = 200

const COLUMNS: Readonly<Record<string, (row: EvaluationRow) => CsvCell>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ status }) => status,
  suite: ({ suite }) => suite,
  waits: ({ waits }) => (waits === null ? null : waitWords(waits)),
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
  accuracy_is: accuracyIs,
  sc_accuracy: ({ best }) => best?.sc ?? null,
  accuracy_trials: ({ best }) => best?.trials ?? null,
  ends_at_least: ({ best }) => best?.live?.low ?? null,
  ends_at_most: ({ best }) => best?.live?.high ?? null,
  calls_per_question: ({ best }) => best?.calls ?? null,
  calls_saved: ({ best }) => best?.saved ?? null,
  tokens_per_question: ({ best }) => best?.tokens ?? null,
  gpu_seconds: ({ cost }) => cost.gpuSeconds,
  money: ({ cost }) => cost.money,
  currency: ({ cost }) => cost.currency,
  owner: ({ owner }) => owner,
  archived_at: ({ archivedAt }) => archivedAt,
  tags: ({ tags }) => tags.join(', '),
  created_at: ({ createdAt }) => createdAt,
  finished_at: ({ finishedAt }) => finishedAt,
}

/** What an exported accuracy is worth: final, live, decided where its `until` ended it, or incomplete where trials failed, which count in no figure. */
export function accuracyIs(row: Pick<EvaluationRow, 'best' | 'status' | 'trials'>): string | null {
  if (row.best === null) return null
  if (failedOf(row) !== null) return 'incomplete'
  if (row.best.live !== null) return row.status === 'decided' ? 'decided' : 'live'
  return 'final'
}

/** Streams all evaluations that match a filter as one file, a page at a time. */
export async function* listExport(
  reader: ListReader,
  file: EvaluationListFile,
  wanted: ListQuery,
): AsyncGenerator<string> {
  const { sort = 'newest', ...filter } = wanted
  const isCsv = file === 'evaluations.csv'
  const head = { schema: 1, generatedAt: new Date().toISOString(), sort, filter }
  yield isCsv ? csvLine(Object.keys(COLUMNS)) : `${JSON.stringify(head).slice(0, -1)},"evaluations":[`
  let first = true
  for await (const row of rowsOf(reader, wanted)) {
    yield isCsv
      ? csvLine(Object.values(COLUMNS).map((cell) => cell(row)))
      : `${first ? '' : ','}\n${JSON.stringify(row)}`
    first = false
  }
  if (!isCsv) yield '\n]}\n'
}

async function* rowsOf(reader: ListReader, wanted: ListQuery): AsyncGenerator<EvaluationRow> {
  let cursor: string | undefined
  do {
    const page: EvaluationPage = await listPage(reader, { ...wanted, cursor }, ROWS)
    yield* page.evaluations
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/**
 * The method shown in a list: for a finished evaluation the most accurate by its final figures, for a running one the
 * leader on the closed prefix, with the limits between which it will end. Null if nothing can be said.
 */
function bestMethod(listed: ListedEvaluation, sums: readonly LiveSums[], sc: number | null): BestMethod | null {
  const { status } = listed.summary
  if (status === 'done') return settled(listed, sc)
  if (!showsLive(status) || listed.replicateBlocks > 1) return null
  const live = sums.flatMap((each) => leading(listed, each))
  return live.toSorted(ahead)[0] ?? null
}

/** Whether its list shows what the closed prefix predicts. */
function showsLive(status: EvaluationStatus): boolean {
  return status === 'running' || status === 'paused' || status === 'decided'
}

function settled({ best, methods }: ListedEvaluation, sc: number | null): BestMethod | null {
  const spec = methods.find((method) => methodKey(method) === best?.key)
  if (best === null || spec === undefined) return null
  return { ...best, label: methodLabel(spec), saved: 1 - best.calls / spec.budget, sc, live: null }
}

function leading(listed: ListedEvaluation, sums: LiveSums): BestMethod[] {
  const spec = listed.methods.find((method) => methodKey(method) === sums.methodKey)
  // These figures come from one statement: a round may have committed between it and the rest of the list.
  const { trials, closedPrefix: closed, resolved, correct, prefixResolved, prefixCorrect: right, prefixCalls } = sums
  if (spec === undefined || prefixResolved === 0 || closed > trials) return []
  const unknown = closed - prefixResolved
  const certain = { low: correct / trials, high: (correct + trials - resolved) / trials }
  const found = liveAccuracy({ trials, closed, right, unknown }, certain)
  const { value: accuracy, n, ...live } = sums.alarm ? { ...found, ...certain } : found
  const calls = prefixCalls / prefixResolved
  const of = { key: sums.methodKey, label: methodLabel(spec) }
  return [{ ...of, accuracy, trials: n, calls, saved: 1 - calls / spec.budget, tokens: null, sc: null, live }]
}

function ahead(a: BestMethod, b: BestMethod): number {
  return b.accuracy - a.accuracy || a.calls - b.calls || (a.key < b.key ? -1 : 1)
}
