import { setTimeout as sleep } from 'node:timers/promises'
import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

/** Every version that a reader sees, from the first to the end. */
async function watch(running: TestFleet, id: string): Promise<EvaluationView[]> {
  const views: EvaluationView[] = []
  for (const end = performance.now() + 600_000; performance.now() < end; await sleep(50)) {
    const view = await running.view(id)
    if (view.version !== views.at(-1)?.version) views.push(view)
    if (hasEnded(view.status)) return views
  }
  throw new Error('the evaluation does not end')
}

/** Runs of 240 questions each: one in a suite, `LIVE_RUNS=20` for figures worth printing. */
const RUNS = Number(process.env['LIVE_RUNS'] ?? 1)
const METHODS = ['sc@16', 'esc:window=4@16', 'cges:confidence=lns-arith,gamma=0.99@16']
/** An interval one can do something with. */
const USABLE = 0.3

interface Limits {
  readonly low: number
  readonly high: number
}

const misses = (value: number, limits: readonly Limits[]) =>
  limits.filter(({ low, high }) => value < low - 1e-9 || value > high + 1e-9).length

const width = ({ methods }: EvaluationView) =>
  Math.max(...methods.map(({ live }) => (live?.high ?? 1) - (live?.low ?? 0)))

/** What was told of each method on the way, and whether it came true. */
function judge(views: readonly EvaluationView[]) {
  const final = views.at(-1)?.methods ?? []
  const looks = views.filter(({ methods }) => methods.every(({ live }) => live !== null))
  const usable = looks.find((view) => width(view) <= USABLE)
  const whole = views.at(-1)?.samples.elapsedSeconds ?? 0
  const missed = final.map(({ accuracy, calls }, at) => {
    const lives = looks.flatMap(({ methods }) => methods[at]?.live ?? [])
    const differences = lives.flatMap(({ difference }) => difference ?? [])
    return {
      accuracy: misses(accuracy?.value ?? Number.NaN, lives),
      calls: misses(
        calls ?? Number.NaN,
        lives.map(({ callsLow: low, callsHigh: high }) => ({ low, high })),
      ),
      difference: misses((accuracy?.value ?? 0) - (final[0]?.accuracy?.value ?? 0), differences),
      front: lives.map(({ n }) => n),
    }
  })
  return {
    looks: looks.length,
    missed,
    usableAt: (usable?.samples.drawn ?? Infinity) / (views.at(-1)?.samples.drawn ?? 0),
    usableAtTime: (usable?.samples.elapsedSeconds ?? Infinity) / whole,
    usable: usable?.methods.map(({ live }) => live?.n ?? 0) ?? [],
    final,
  }
}

/** How many of so many runs may miss before one in 200 fleets that keep a promise of 5 % would have missed as many. */
function mostMissed(runs: number): number {
  let term = 0.95 ** runs
  let below = 0
  let most = 0
  for (below = term; below < 0.995; below += term) {
    most += 1
    term *= ((runs - most + 1) / most) * (0.05 / 0.95)
  }
  return RUNS === 1 ? 0 : most
}

const percent = (share: number) => `${Math.round(100 * share)} %`

function inWords({ looks, missed, usableAt, usableAtTime, usable }: ReturnType<typeof judge>): string {
  const sum = (of: 'accuracy' | 'calls' | 'difference') => missed.reduce((total, each) => total + each[of], 0)
  const met = `misses ${sum('accuracy')} / ${sum('difference')} / ${sum('calls')} (accuracy / difference / calls)`
  return `${looks} looks, ${met}, usable at ${percent(usableAt)} of the samples and ${percent(usableAtTime)} of the time, on ${usable.join(', ')} questions`
}

it(
  `tells early where a run will end, and it ends there: ${RUNS} runs`,
  async () => {
    fleet = await TestFleet.start({ redis: null, workers: 2, concurrency: 8, timeScale: 0.05 })
    const judged: ReturnType<typeof judge>[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const { id } = await fleet.submit({ methods: METHODS, questions: 240, seed: run })
      const one = judge(await watch(fleet, id))
      judged.push(one)
      if (RUNS > 1) console.log(`run ${run}: ${inWords(one)}`)
    }
    for (const { looks, missed, usableAt, final } of judged) {
      expect(looks).toBeGreaterThan(20)
      expect(usableAt).toBeLessThan(RUNS > 1 ? 0.25 : 0.5)
      for (const { front, ...misses } of missed) {
        if (RUNS === 1) expect(misses).toEqual({ accuracy: 0, calls: 0, difference: 0 })
        expect(front).toEqual(front.toSorted((a, b) => a - b))
      }
      expect(final.map(({ live }) => live)).toEqual([null, null, null])
    }
    // Each of them may miss, at whatever look, in 5 % of runs.
    for (const of of ['accuracy', 'calls', 'difference'] as const) {
      for (const method of METHODS.keys()) {
        const runs = judged.filter(({ missed }) => (missed[method]?.[of] ?? 0) > 0).length
        expect(runs, `${of} of ${METHODS[method]}`).toBeLessThanOrEqual(mostMissed(RUNS))
      }
    }
  },
  660_000 * RUNS,
)
