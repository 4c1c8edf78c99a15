import { methodKey, type MethodSpec, parseMethodSpec, seededRandom } from '@cges-fleet/methods'
import { type Moments, moments, type Until, type UntilState, untilState } from '@cges-fleet/statistics'
import { areWhole, type GradedRecordings, type Grades, isRight } from './grade.js'
import type { Recording } from './recording.js'
import type { Stop } from './certified-stops.js'

/** When a run may end before its last question, and the fewest questions it takes first. */
export interface UntilGoal {
  readonly until: Until
  readonly atLeast: number
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

const AT_LEAST = 50
/** Looks are so far apart: each takes time, and a run hardly ends later for it. */
const STEP = 1.02

/**
 * Reads a goal: `accuracy=4` (points), `decided=sc@16`, `best`, each with `;margin=1` (points) but the first, and
 * `;at-least=50` (questions). Throws an Error that says what is wrong with a text.
 */
export function parseUntil(written: string, budget: number): UntilGoal {
  const [goal = '', ...settings] = written.split(';').map((part) => part.trim())
  const [kind, value] = split(goal)
  const given = new Map(settings.map(split))
  const takes = kind === 'accuracy' ? ['at-least'] : ['margin', 'at-least']
  for (const [name] of given)
    if (!takes.includes(name)) throw new Error(`unknown setting "${name}" of ${kind}; it takes ${takes.join(' and ')}`)
  const atLeast = numberIn(given.get('at-least') ?? String(AT_LEAST), 'at-least', 1_000_000)
  const margin = numberIn(given.get('margin') ?? '1', 'margin', 100) / 100
  if (!Number.isInteger(atLeast)) throw new Error('at-least must be a whole number of questions')
  if (kind === 'accuracy') {
    const width = numberIn(value, 'accuracy', 100) / 100
    if (width === 0) throw new Error('accuracy must be above 0 points, such as accuracy=4')
    return { written, atLeast, until: { kind, width } }
  }
  if (kind === 'decided') {
    const parsed = parseMethodSpec(value, budget)
    if (!parsed.ok) throw new Error(`decided names a method, such as decided=sc@16: ${parsed.problem}`)
    return { written, atLeast, until: { kind, baseline: methodKey(parsed.spec), margin } }
  }
  if (kind === 'best' && value === '') return { written, atLeast, until: { kind, margin } }
  throw new Error(`"${goal}" is no goal; use accuracy=4, decided=sc@16 or best`)
}

/** Returns why a goal cannot be reached with these methods and grades; null if it can. */
export function untilProblem(
  { until }: UntilGoal,
  specs: readonly MethodSpec[],
  graded: GradedRecordings,
): string | null {
  if (!areWhole(graded)) return 'needs grades that are right or wrong; this log has some in between'
  const keys = specs.map(methodKey)
  if (until.kind === 'decided' && !keys.includes(until.baseline)) {
    return `compares with ${until.baseline}, which is not among the methods; add it to --methods`
  }
  return until.kind !== 'accuracy' && new Set(keys).size < 2 ? 'compares methods; give at least two in --methods' : null
}

function split(part: string): readonly [string, string] {
  const at = part.indexOf('=')
  return at < 0 ? [part, ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
}

function numberIn(text: string, name: string, most: number): number {
  const value = Number(text)
  if (text !== '' && value >= 0 && value <= most) return value
  throw new Error(`${name} must be a number from 0 to ${most}, not "${text}"`)
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
function runOf({ until, atLeast }: UntilGoal, order: readonly number[], methods: readonly Method[]) {
  const trials = order.length
  let closed = Math.min(atLeast, trials)
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
  readonly whole: ReadonlyMap<string, UntilState['decisions'][number]>
}

function isContradicted(until: Until, decisions: UntilState['decisions'], { order, methods, whole }: Whole): boolean {
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

function stateAt(until: Until, order: readonly number[], methods: readonly Method[], closed: number) {
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
