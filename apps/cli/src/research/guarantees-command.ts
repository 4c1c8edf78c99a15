import { isTrialMethod, type MethodSpec } from '@cges-fleet/methods'
import { brokenPromises, wrongStops } from '@cges-fleet/research'
import { wilsonInterval } from '@cges-fleet/statistics'
import { Command } from 'commander'
import { splitMethods } from '../replay/methods-option.js'
import { columns } from '../shell/format.js'
import { wholeFrom, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'

const METHODS = 'majority:alpha=0.1;mmc:alpha=0.1;cite:alpha=0.1;asc-beta;asc-beta:threshold=0.9'
const LIKELIEST = [0.5, 0.52, 0.6]
const ANSWERS = [2, 5]
/** From strict to loose, as the promise is tested. */
const THRESHOLDS = [0.999, 0.995, 0.99, 0.98, 0.97, 0.96, 0.95, 0.94, 0.92, 0.9, 0.88, 0.85, 0.8, 0.75, 0.7]
const PROMISES = [
  { promise: { alpha: 0.05, delta: 0.1 }, questions: 100, even: 0 },
  { promise: { alpha: 0.02, delta: 0.1 }, questions: 200, even: 0 },
  // Half of the questions hardly ever stop early: what is promised of all questions says less of those that do.
  { promise: { alpha: 0.05, delta: 0.1 }, questions: 100, even: 0.5 },
  { promise: { alpha: 0.02, delta: 0.1 }, questions: 200, even: 0.5 },
]

interface Flags {
  readonly methods: string
  readonly budget: number
  readonly runs: number
  readonly json?: true
}

interface Odds {
  readonly likeliest: number
  readonly answers: number
}

/** How often a method was wrong at each odds; none if it decides by more than one question's answers. */
interface Tested {
  readonly method: string
  readonly cases: readonly (Odds & ReturnType<typeof wrongStops>)[]
}

type Promised = (typeof PROMISES)[number] & ReturnType<typeof brokenPromises>

/**
 * `cges research guarantees`: measures how far stopping rules keep their promises, by simulation; needs neither fleet nor data.
 */
export function guaranteesCommand(): Command {
  return withJson(new Command('guarantees'))
    .description('simulate how often rules stop on the wrong answer and certified thresholds fail')
    .option('--methods <list>', 'methods that need answers only, separated by ;', METHODS)
    .option('--budget <n>', 'samples a question', wholeFrom(1), 64)
    .option('--runs <n>', 'simulated runs per method', wholeFrom(1), 10_000)
    .action((flags: Flags) => {
      const { runs } = flags
      const specs = splitMethods([flags.methods], flags.budget)
      const bar = startProgress('simulating')
      const total = (specs.length * cases().length + PROMISES.length) * runs
      let done = 0
      const onDone = () => bar.show({ done: (done += runs), total, what: 'runs' })
      const methods = specs.map((spec) => tested(spec, runs, onDone))
      const promises = kept(onDone)
      bar.clear()
      printResult(flags, { simulated: true, runs, methods, promises }, () => guaranteesText(methods, promises, runs))
    })
}

function cases(): Odds[] {
  return ANSWERS.flatMap((answers) => LIKELIEST.map((likeliest) => ({ answers, likeliest })))
}

function tested(spec: MethodSpec, runs: number, onDone: () => void): Tested {
  const method = `${spec.method}${'alpha' in spec ? ` α ${spec.alpha}` : ''}${'threshold' in spec ? ` ${spec.threshold}` : ''}`
  if (!isTrialMethod(spec)) return { method, cases: [] }
  const found = cases().map((odds) => {
    const stops = wrongStops(spec, odds, runs)
    onDone()
    return { ...odds, ...stops }
  })
  return { method, cases: found }
}

function kept(onDone: () => void): Promised[] {
  const spec = { method: 'asc-beta', threshold: 0.95, budget: 16 } as const
  return PROMISES.map((each) => {
    const found = brokenPromises(spec, THRESHOLDS, each.promise, each)
    onDone()
    return { ...each, ...found }
  })
}

function guaranteesText(methods: readonly Tested[], promises: readonly Promised[], runs: number): string[] {
  const head = ['method', ...cases().map(({ answers, likeliest }) => `p ${likeliest}, ${answers} answers`)]
  const rows = methods.map((each) => [
    each.method,
    ...each.cases.map(({ wrong, meanCalls }) => `${shareText(wrong, runs)}, ${meanCalls.toFixed(1)}`),
  ])
  const promised = promises.map(({ promise, questions, even, draws, broken, none, meanCalls, ...stops }) => [
    `${promise.alpha}`,
    `${promise.delta}`,
    `${questions}`,
    percent(even),
    shareText(broken, draws),
    percent(stops.stopped),
    percent(stops.wrongOfStops),
    shareText(stops.brokenOfStops, draws),
    ((100 * none) / draws).toFixed(1),
    meanCalls.toFixed(2),
  ])
  return [
    'simulated: runs whose test stopped on an answer that is not the likeliest, % [95 %], and mean calls',
    ...columns([head, ...rows]),
    '',
    'simulated: certified thresholds of asc-beta@16. Promised: they differ from the full vote on at most α of all questions; of those that stop early nothing is',
    ...columns([
      [
        'α',
        'δ',
        'questions',
        'even %',
        'broken % [95 %]',
        'stop early %',
        'of these differ %',
        'more than α of these, % [95 %]',
        'none %',
        'calls',
      ],
      ...promised,
    ]),
  ]
}

function shareText(part: number, whole: number): string {
  const { low, high } = wilsonInterval(part, whole)
  return `${percent(part / whole)} [${percent(low)}–${percent(high)}]`
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
