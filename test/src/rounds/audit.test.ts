import { auditedTrials } from '@cges-fleet/core'
import {
  type DataSource,
  type DrawnSample,
  type ClaimedDraw,
  type EvaluationTotals,
  extendEvaluation,
  LOCAL_TEAM,
  selectEvaluationTotals,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, method, questions, select, submit, type Wanted } from '../support/evaluation-rows.js'
import { recount, recountLive } from '../support/recount.js'
import { useDatabase } from '../support/databases.js'
import { answerTo } from './commands.js'
import { countSamples, runAlone } from './run-alone.js'

const database = useDatabase(8)

const METHODS = [
  'sc@3',
  'asc-beta@6',
  'cges:confidence=lns-arith,gamma=0.9@5',
  'asc-beta:calibrate=12,certified=0.2/0.1@4',
  'sc:abstainBelow=0.6@4',
  'fixed-total:totalCalls=30@5',
]
const SHAPE: Wanted = { methods: METHODS, benchmark: { name: 'audited', questions: questions(14) } }
const SHARE = 0.5
/** Of two replicates, by the seed that evaluations here have. */
const AUDITED = auditedTrials({ audit: SHARE, questions: 14, seed: 7 }, 2)

/** A model that gives one answer in four of five samples, and mostly another in the rest. */
function model(draw: ClaimedDraw): DrawnSample {
  const chance = Math.imul(draw.seed % 1_000_003, 2_654_435_761) >>> 8
  if (chance % 11 === 0) return answerTo(draw)
  return drawn(chance % 5 === 0 ? '2' : '1', { completionTokens: chance % 50 })
}

function shape(changes: NonNullable<Wanted['changes']>, more: Partial<Wanted> = {}): Wanted {
  return { ...SHAPE, ...more, changes: { replicates: 2, ...changes } }
}

async function totalsOf(db: DataSource, id: string): Promise<EvaluationTotals> {
  const totals = await selectEvaluationTotals(db, LOCAL_TEAM, id)
  if (totals === null) throw new Error('no evaluation')
  return totals
}

interface TrialRow {
  readonly cell: number
  readonly state: string
  readonly samples: readonly { readonly answer: string | null; readonly tokens: number }[]
  readonly verdicts: readonly {
    readonly key: string
    readonly calls: number
    readonly answer: string | null
    readonly reason: string
  }[]
}

const trialsOf = (db: DataSource, id: string) =>
  select<TrialRow>(
    db,
    `SELECT replicate * e.questions + position AS cell, t.state,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('answer', answer_key, 'tokens', completion_tokens) ORDER BY index), '[]')
        FROM sample s WHERE s.trial_id = t.id AND outcome <> 'infra_error') AS samples,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('key', method_key, 'calls', calls, 'answer', answer_key, 'reason', reason)), '[]')
        FROM verdict v WHERE v.trial_id = t.id) AS verdicts
     FROM trial t JOIN evaluation e ON e.id = t.evaluation_id WHERE evaluation_id = $1 ORDER BY cell`,
    [id],
  )

/** The most frequent answer, of equals the first seen. */
function voteOf(samples: TrialRow['samples']): string | null {
  const votes = new Map<string, number>()
  for (const { answer } of samples) if (answer !== null) votes.set(answer, (votes.get(answer) ?? 0) + 1)
  const [first] = [...votes].toSorted(([, a], [, b]) => b - a)
  return first?.[0] ?? null
}

/** What an audit found, counted trial by trial. */
function counted(trials: readonly TrialRow[], budget: number) {
  const audited = trials.filter(({ cell }) => AUDITED.includes(cell))
  const whole = audited.filter(({ samples }) => samples.length === budget)
  const extra = audited.flatMap(({ samples, verdicts }) =>
    samples.slice(Math.max(...verdicts.map(({ calls }) => calls))),
  )
  const stops = new Map<string, { c: number; n: number }>()
  for (const { samples, verdicts } of whole) {
    for (const { key, calls, answer, reason } of verdicts) {
      if (calls >= budget || reason === 'abstained') continue
      const { c, n } = stops.get(key) ?? { c: 0, n: 0 }
      stops.set(key, { c: c + (answer === voteOf(samples) ? 1 : 0), n: n + 1 })
    }
  }
  const tokens = extra.reduce((sum, each) => sum + each.tokens, 0)
  return { whole: whole.length, calls: extra.length, tokens, stops: Object.fromEntries(stops) }
}

function found({ audited }: EvaluationTotals) {
  if (audited === null) return null
  const stops = Object.fromEntries(audited.stops.map(({ methodKey, c, n }) => [methodKey, { c, n }]))
  return { ...audited, stops }
}

async function trueTotals(db: DataSource, id: string): Promise<void> {
  const { stored, counted: again } = await recount(db, id)
  expect(stored).toEqual(again)
  const live = await recountLive(db, id)
  expect(live.stored).toEqual(live.counted)
}

it('changes no verdict, draws the audited trials whole and no other further, and counts what that says', async () => {
  const db = database()
  const plain = await submit(db, shape({}))
  const without = await runAlone(db, plain, model)
  const id = await submit(db, shape({ audit: SHARE }))
  expect(await runAlone(db, id, model)).toEqual(without)
  expect(without.status).toBe('done')
  await trueTotals(db, id)

  const trials = await trialsOf(db, id)
  const before = await trialsOf(db, plain)
  expect(trials.map(({ samples }) => samples.length)).toEqual(
    before.map(({ cell, samples }) => (AUDITED.includes(cell) ? 6 : samples.length)),
  )
  const totals = await totalsOf(db, id)
  expect(found(totals)).toEqual(counted(trials, 6))
  const { whole, calls, stops } = counted(trials, 6)
  expect(whole).toBe(14)
  expect(calls).toBe((await countSamples(db, id)) - (await countSamples(db, plain)))
  expect(calls).toBeGreaterThan(2)
  expect(Object.values(stops).some(({ c, n }) => c > 0 && c < n)).toBe(true)
  expect(totals.stored.spent.calls).toBe(await countSamples(db, id))
  expect(totals.calls).toEqual((await totalsOf(db, plain)).calls)
  expect(await totalsOf(db, plain)).toMatchObject({ audit: 0, audited: null })
})

it('draws on to a larger budget that is added later, and ends as if it had been asked for at once', async () => {
  const db = database()
  const methods = ['sc@2', 'asc-beta@4']
  const id = await submit(db, shape({ audit: SHARE, replicates: 1 }, { methods }))
  await runAlone(db, id, model)
  expect((await totalsOf(db, id)).audited?.whole).toBe(7)
  const added = 'cges:confidence=lns-arith,gamma=0.8@7'
  await extendEvaluation(db, LOCAL_TEAM, { id, methods: [method(added)], replicates: 2, caps: {} })
  expect((await totalsOf(db, id)).audited).toBeNull()
  const whole = await submit(db, shape({ audit: SHARE, replicates: 2 }, { methods: [...methods, added] }))
  expect(await runAlone(db, id, model)).toEqual(await runAlone(db, whole, model))
  expect(await countSamples(db, id)).toBe(await countSamples(db, whole))
  await trueTotals(db, id)
  const totals = await totalsOf(db, id)
  expect(totals.audited?.whole).toBe(AUDITED.length)
  expect(found(totals)).toEqual(counted(await trialsOf(db, id), 7))
})

function agreed({ index }: ClaimedDraw): DrawnSample {
  return index === 4 ? drawn(null, { outcome: 'infra_error', error: 'gone' }) : drawn('1')
}

it('closes a trial whose audit meets a sample that cannot be drawn, and leaves it out', async () => {
  const db = database()
  const of = { methods: ['sc@3', 'asc-beta@6'], benchmark: { name: 'short', questions: questions(5) } }
  const without = await runAlone(db, await submit(db, of), agreed)
  const id = await submit(db, { ...of, changes: { audit: SHARE } })
  expect(await runAlone(db, id, agreed)).toEqual(without)
  const { summary, audited } = await totalsOf(db, id)
  expect(summary).toMatchObject({ status: 'done', trials: { closed: 5, blocked: 0 } })
  expect(audited).toMatchObject({ whole: 0, stops: [] })
})
