import { issueText, type MethodsUntil, readUntil, UntilDraft, type UntilLook } from '@cges-fleet/core'
import { type MethodSpec, seededRandom } from '@cges-fleet/methods'
import { type Moments, moments, untilState } from '@cges-fleet/statistics'
import { areWhole, type GradedRecordings, type Grades, isRight } from './grade.js'
import type { Recording } from './recording.js'
import type { Stop } from './certified-stops.js'

/** When a run may end before its last question. */
export interface UntilGoal {
  readonly until: MethodsUntil
  /** As it was written. */
  readonly written: string
}

/** Where runs would have ended, each seed with its own order of the questions. */
export interface UntilReport {
  readonly written: string
  /** All questions, with their replicates. */
  readonly of: number
  readonly questions: Moments
  /** Calls a run makes until then, and without the goal: on each question those of the method that asks for most. */
  readonly calls: Moments
  readonly callsOfAll: Moments
  readonly seeds: number
  /** Seeds that needed every question. */
  readonly whole: number
  /** Seeds whose decision the whole run contradicts. */
  readonly wrong: number
  /** Of each method, in how many seeds a run ended with each outcome. */
  readonly outcomes: readonly { readonly key: string; readonly counts: Readonly<Record<string, number>> }[]
}

/** Looks are so far apart: each takes time, and a run hardly ends later for it. */
const STEP = 1.02

/**
 * Reads a goal as an option writes it: `accuracy=4` (points), `decided=sc@16`, `best`, each with `;margin=1` (points)
 * but the first, and `;at-least=50` (questions). Throws an Error that says what is wrong with it.
 */
export function parseUntil(written: string, methods: readonly MethodSpec[], budget: number): UntilGoal {
  const until = readUntil(parseUntilDraft(written), methods, budget)
  if ('problem' in until) throw new Error([...until.path, until.problem].join(' '))
  if (until.kind === 'models') throw new Error('models: goes with a suite')
  return { written, until }
}

/** Reads a goal as an option writes it, into the form of an evaluation's file; as `parseUntil`, without its methods. */
export function parseUntilDraft(written: string): UntilDraft {
  const given = written.split(';').map((part) => split(part.trim()))
  const draft = UntilDraft.safeParse(Object.fromEntries(given.map(([name, value]) => [NAMES[name] ?? name, value])), {
    error: issueText,
  })
  if (!draft.success) throw new Error(draft.error.issues.map(problemOf).join('; '))
  return draft.data
}

/** The names that options spell otherwise than files. */
const NAMES: Readonly<Record<string, string>> = { 'at-least': 'atLeast' }

function split(part: string): readonly [name: string, value: string | number | boolean] {
  const at = part.indexOf('=')
  if (at < 0) return [part, true]
  const value = part.slice(at + 1).trim()
  return [part.slice(0, at).trim(), value === '' || Number.isNaN(Number(value)) ? value : Number(value)]
}

type Issue = NonNullable<ReturnType<typeof UntilDraft.safeParse>['error']>['issues'][number]

function problemOf({ path, message, code }: Issue): string {
  return code === 'unrecognized_keys'
    ? `${message}; it takes accuracy, decided, best, margin and at-least`
    : [...path, message].join(' ')
}

/** Returns why a goal cannot be judged with these grades; null if it can. */
export function ungradedUntil(graded: GradedRecordings): string | null {
  return areWhole(graded) ? null : 'needs grades that are right or wrong; this log has some in between'
}

/** What one method did on each question of a permutation. */
interface Seen {
  /** 1 where it is right, 0 where it is not, 2 where it has no verdict. */
  readonly right: Uint8Array
  readonly calls: Uint16Array
}

interface Method extends Seen {
  readonly key: string
}

/** Collects where methods stop, and finds where each seed's run would have ended. */
export function untilLooks(goal: UntilGoal, recordings: readonly Recording[], grades: Grades) {
  const seeds: Map<string, Seen>[] = []
  return {
    collector: (key: string) => (seed: number, stops: readonly (Stop | null)[]) => {
      const right = Uint8Array.from(recordings, (recording, at) => {
        const stop = stops[at] ?? null
        return stop === null ? 2 : Number(isRight(recording, stop.answer, grades))
      })
      const seen = (seeds[seed] ??= new Map())
      seen.set(key, { right, calls: Uint16Array.from(recordings, (_, at) => stops[at]?.calls ?? 0) })
    },
    report: () => reportOf(goal, recordings, seeds),
  }
}

function reportOf(goal: UntilGoal, recordings: readonly Recording[], seeds: readonly Map<string, Seen>[]): UntilReport {
  const keys = [...(seeds[0]?.keys() ?? [])]
  const runs = seeds.map((seen, seed) => runOf(goal, orderOf(recordings, seed), methodsOf(seen)))
  return {
    written: goal.written,
    of: recordings.length,
    questions: moments(runs.map(({ closed }) => closed)),
    calls: moments(runs.map(({ calls }) => calls)),
    callsOfAll: moments(runs.map(({ callsOfAll }) => callsOfAll)),
    seeds: runs.length,
    whole: runs.filter(({ closed }) => closed === recordings.length).length,
    wrong: runs.filter(({ isWrong }) => isWrong).length,
    outcomes: keys.map((key) => ({ key, counts: countsOf(runs.flatMap(({ outcomes }) => outcomes.get(key) ?? [])) })),
  }
}

function methodsOf(seen: ReadonlyMap<string, Seen>): Method[] {
  return [...seen].map(([key, each]) => ({ key, ...each }))
}

function orderOf(recordings: readonly Recording[], seed: number): number[] {
  return seededRandom(`until ${seed}`).shuffle(recordings.map((_, at) => at))
}

function countsOf(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Looks at one order of the questions until the goal holds. */
function runOf({ until }: UntilGoal, order: readonly number[], methods: readonly Method[]) {
  const trials = order.length
  let closed = Math.min(until.atLeast, trials)
  let state = stateAt(until, order, methods, closed)
  while (!state.holds && closed < trials) {
    closed = Math.min(trials, Math.ceil(closed * STEP))
    state = stateAt(until, order, methods, closed)
  }
  const whole = new Map(stateAt(until, order, methods, trials).decisions.map((each) => [each.key, each]))
  const callsTo = (count: number) =>
    order.slice(0, count).reduce((sum, at) => sum + Math.max(...methods.map(({ calls }) => calls[at] ?? 0)), 0)
  return {
    closed,
    calls: callsTo(closed),
    callsOfAll: callsTo(trials),
    outcomes: new Map(state.decisions.map(({ key, outcome }) => [key, outcome])),
    isWrong: isContradicted(until, state.decisions, { order, methods, whole }),
  }
}

interface Whole {
  readonly order: readonly number[]
  readonly methods: readonly Method[]
  readonly whole: ReadonlyMap<string, UntilLook['decisions'][number]>
}

function isContradicted(
  until: MethodsUntil,
  decisions: UntilLook['decisions'],
  { order, methods, whole }: Whole,
): boolean {
  if (until.kind !== 'best') {
    return decisions.some(({ key, outcome, low, high }) => {
      const found = whole.get(key)
      if (found === undefined) return false
      return until.kind === 'accuracy' ? found.low < low || found.high > high : found.outcome !== outcome
    })
  }
  const leader = decisions.find(({ outcome }) => outcome === 'leads')?.key
  const all = order.length
  return methods.some(({ key }) => {
    if (leader === undefined || key === leader) return false
    const { wins, losses } = pairOf(order, methods)(key, leader)
    return (wins - losses) / all > until.margin
  })
}

function stateAt(until: MethodsUntil, order: readonly number[], methods: readonly Method[], closed: number) {
  const prefix = order.slice(0, closed)
  const count = (right: Uint8Array, value: number) => prefix.reduce((sum, at) => sum + Number(right[at] === value), 0)
  return untilState(until, {
    trials: order.length,
    closed,
    methods: methods.map(({ key, right }) => ({ key, right: count(right, 1), unknown: count(right, 2) })),
    pair: pairOf(prefix, methods),
  })
}

function pairOf(prefix: readonly number[], methods: readonly Method[]) {
  const rightOf = (key: string) => methods.find((method) => method.key === key)?.right ?? new Uint8Array()
  return (method: string, other: string) => {
    const [a, b] = [rightOf(method), rightOf(other)]
    const found = { wins: 0, losses: 0, unknown: 0 }
    for (const at of prefix) {
      if (a[at] === 2 || b[at] === 2) found.unknown += 1
      else if (a[at] === 1 && b[at] === 0) found.wins += 1
      else if (a[at] === 0 && b[at] === 1) found.losses += 1
    }
    return found
  }
}
