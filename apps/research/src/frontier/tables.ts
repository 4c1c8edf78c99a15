import { METHOD_NAMES, methodLabel, parseMethodSpec } from '@cges-fleet/methods'
import type { ReplayReport } from '@cges-fleet/replay'
import { holm } from '@cges-fleet/statistics'
import type { Compared } from './compare.js'
import { BASE, type Rival } from './methods-of.js'
import { isSimulated } from './recordings.js'

/** A table as the page shows it; a cell may be bold or code, as in Markdown. */
export interface Table {
  readonly title: string
  readonly about: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

type Frontier = ReplayReport['frontiers'][number]
type Figure = Frontier['area']

/** All tables of the page, those that sum up first. */
export function tablesOf(compared: readonly Compared[]): Table[] {
  return [
    inputTable(compared),
    areaTable(compared, 'untuned', {
      title: 'Untuned: no number is learned from the recording',
      about: `Points of accuracy, mean over 1…B calls, more than ${BASE}, whose own is in its row. All questions.`,
    }),
    areaTable(compared, 'tuned', {
      title: 'Tuned on the other half: every rule gets what its paper gives it',
      about:
        'The same on every other question. The rest taught a rule as many numbers as *knobs* says, from their answers or from their labels. A threshold is no knob: each rule is swept over its own.',
    }),
    chosenTable(compared),
    ...compared.map(recordingTable),
  ]
}

/** What the recordings are. */
function inputTable(compared: readonly Compared[]): Table {
  const rows = compared.map(({ recorded, report }) => {
    const { input, questions } = report
    const { accuracy, completion, sampling } = input
    const known = input.completed + input.truncated
    const range = (of: 'benchmark' | 'generalised') =>
      sampling === null ? '' : `${percent(sampling[of].low)}–${percent(sampling[of].high)}`
    return [
      titleOf(recorded),
      `${questions}`,
      `${input.most}`,
      known === 0 ? 'not told' : percent(input.truncated / known),
      accuracy === null ? '' : `${percent(accuracy.first)} / ${percent(accuracy.rest)}`,
      completion === null ? '' : `${percent(completion.first)} / ${percent(completion.rest)}`,
      input.isExchangeable ? 'yes' : '**no**',
      percent(sampling?.benchmark.value),
      range('benchmark'),
      range('generalised'),
      sampling?.effective == null ? '' : sampling.effective.toFixed(1),
    ]
  })
  return {
    title: 'What the recordings are',
    about:
      'First / rest: the first 16 samples of each question, or the first half, against the others. Accuracy is of single samples, with its 95 % interval on these questions and on similar ones. The last column is the effective sample size: all samples of one question count as this many of different questions.',
    head: [
      'recording',
      'questions',
      'samples each',
      'cut %',
      'right %, first / rest',
      'completed %, first / rest',
      'exchangeable',
      'accuracy %',
      'these questions',
      'others like them',
      'effective samples',
    ],
    rows,
  }
}

function percent(share: number | undefined): string {
  return share === undefined ? '' : (100 * share).toFixed(1)
}

function titleOf(recorded: Compared['recorded']): string {
  return isSimulated(recorded) ? `*${recorded.short}*` : recorded.short
}

/** Each rule's area less that of one, on every recording; bold where Holm's test over the whole table tells it from none. */
function areaTable(
  compared: readonly Compared[],
  which: 'untuned' | 'tuned',
  said: Pick<Table, 'title' | 'about'>,
): Table {
  const found = compared.map((each) => frontiersOf(each, which))
  const names = namesIn(compared, which)
  const tested = found.flatMap((frontiers, at) =>
    [...frontiers].flatMap(([name, { overFirst }]) => (overFirst === null ? [] : [{ name, at, p: overFirst.p }])),
  )
  const adjusted = holm(tested.map(({ p }) => p))
  const sure = new Set(
    tested.flatMap(({ name, at }, place) => ((adjusted[place] ?? 1) < 0.05 ? [`${name} ${at}`] : [])),
  )
  const rows = names.map(({ name, knobs, from }) => {
    const over = found.map((frontiers) => frontiers.get(name)?.overFirst ?? null)
    const cells = over.map((each, at) => {
      if (name === BASE) return `= ${(100 * (found[at]?.get(name)?.area.value ?? 0)).toFixed(1)}`
      if (each === null) return ''
      return sure.has(`${name} ${at}`) ? `**${signed(each.value)}**` : signed(each.value)
    })
    const count = (sign: 1 | -1) =>
      over.filter((each, at) => each !== null && Math.sign(each.value) === sign && sure.has(`${name} ${at}`)).length
    const tuning = which === 'tuned' ? [knobs === 0 ? '0' : `${knobs}, ${from}`] : []
    return [name, ...tuning, ...cells, name === BASE ? '' : `${count(1)} / ${count(-1)}`]
  })
  return {
    title: said.title,
    about: `${said.about} Bold: significant at 5 %, adjusted for all ${tested.length} comparisons of the table (Holm). Names in italics are simulated.`,
    head: [
      'rule',
      ...(which === 'tuned' ? ['knobs'] : []),
      ...compared.map(({ recorded }) => titleOf(recorded)),
      'significantly above / below',
    ],
    rows,
  }
}

/** The frontiers of a report by what each is called. */
function frontiersOf({ untuned, report, tuned, half, ranked }: Compared, which: 'untuned' | 'tuned') {
  const [rivals, from] = which === 'untuned' ? [untuned, report] : [tuned, half]
  const found = new Map(
    rivals.flatMap((rival) => {
      const frontier = frontierOf(from, rival)
      return frontier === undefined ? [] : [[rival.name, frontier] as const]
    }),
  )
  const byRank = which === 'tuned' ? ranked?.frontiers[1] : undefined
  if (byRank !== undefined) found.set(RANKED.name, byRank)
  return found
}

/** CGES with confidences by their rank among the first answers of the half that taught; see `rank-map.ts`. */
const RANKED: Rival = { method: '', name: 'cges, by rank', knobs: 2, from: 'answers' }

/** A report names methods without the parameters that stand at their presets. */
function frontierOf({ frontiers, budget }: ReplayReport, { method }: Rival): Frontier | undefined {
  const parsed = parseMethodSpec(method, budget)
  return parsed.ok ? frontiers.find(({ label }) => label === methodLabel(parsed.spec)) : undefined
}

function namesIn(compared: readonly Compared[], which: 'untuned' | 'tuned'): Rival[] {
  const more = which === 'tuned' && compared.some(({ ranked }) => ranked !== null) ? [RANKED] : []
  const all = new Map([...compared.flatMap((each) => each[which]), ...more].map((rival) => [rival.name, rival]))
  return [...all.values()].toSorted((a, b) => placeOf(a.name) - placeOf(b.name))
}

function placeOf(name: string): number {
  return METHOD_NAMES.findIndex((each) => name === each || name.startsWith(`${each},`) || name.startsWith(`${each} `))
}

/** Calls and accuracy at a threshold that was chosen on the other half: the cheapest within half a point of SC there. */
function chosenTable(compared: readonly Compared[]): Table {
  const names = namesIn(compared, 'tuned').filter(({ name }) => name !== 'sc')
  const rows = names
    .filter(({ name }) => name !== RANKED.name)
    .map((rival) => [
      rival.name,
      ...compared.map(({ tuned, taught, half }) => {
        const here = tuned.find(({ name }) => name === rival.name)
        return here === undefined ? '' : chosenCell(here, taught, half)
      }),
    ])
  return {
    title: 'At a threshold chosen on the other half',
    about:
      'Calls a question, and points of accuracy over the vote of the whole budget, on the half that did not choose. Every rule’s threshold is the cheapest that comes within half a point of that vote on the half that taught; *none* where no threshold does.',
    head: ['rule', ...compared.map(({ recorded }) => titleOf(recorded))],
    rows,
  }
}

const CLOSE = 0.005

function chosenCell(rival: Rival, taught: ReplayReport, half: ReplayReport): string {
  const [there, here] = [frontierOf(taught, rival), frontierOf(half, rival)]
  const [scThere, scHere] = [taught, half].map((report) => report.methods.find(({ method }) => isWhole(method)))
  if (there === undefined || here === undefined || scThere === undefined || scHere === undefined) return ''
  const enough = there.points.filter(({ accuracy }) => accuracy >= scThere.accuracy.mean - CLOSE)
  const cheapest = enough.toSorted((a, b) => a.calls - b.calls)[0]
  if (cheapest === undefined) return 'none'
  const point = here.points.find(({ at }) => at === cheapest.at)
  return point === undefined ? '' : `${point.calls.toFixed(2)}, ${signed(point.accuracy - scHere.accuracy.mean)}`
}

function isWhole(method: string): boolean {
  return method.startsWith('sc@')
}

/** All rules on one recording, each over all its thresholds and at its own. */
function recordingTable(each: Compared): Table {
  const { recorded, report, left } = each
  const rows = [...frontiersOf(each, 'untuned')].map(([, frontier]) => rowOf(frontier))
  const tuned = each.tuned.filter(({ knobs }) => knobs !== 0).map(({ method }) => `\`${method}\``)
  const learned = tuned.length === 0 ? 'Nothing could be learned.' : `Learned on the other half: ${tuned.join(', ')}.`
  const without = left.length === 0 ? '' : ` Not learned: ${left.join('; ')}.`
  return {
    title: `${recorded.title}, B = ${recorded.budget}; ${report.questions} questions`,
    about: `Untuned; 95 % intervals of resampled questions. Calls to SC − 0.5 points are found on the labels they are judged by. ${learned}${without}`,
    head: [
      'method',
      'accuracy % at its own threshold',
      'calls',
      'calls to SC − 0.5 points',
      'tokens to SC − 0.5 points',
      'accuracy % at B/4 calls',
      'mean over 1…B calls',
      `over ${BASE}`,
    ],
    rows,
  }
}

function rowOf({ label, own, toSc, byTokens, atQuarter, area, overFirst }: Frontier): string[] {
  return [
    `\`${label.replace(/@\d+$/u, '')}\``,
    figure(own.accuracy, 100, 1),
    figure(own.calls, 1, 2),
    figure(toSc, 1, 2),
    byTokens === null ? '' : figure(byTokens.toSc, 1, 0),
    figure(atQuarter, 100, 1),
    figure(area, 100, 1),
    overFirst === null ? '' : `${signed(overFirst.value)} [${signed(overFirst.low)}, ${signed(overFirst.high)}]`,
  ]
}

function figure({ value, low, high }: Figure, scale: number, digits: number): string {
  const [at, from, to] = [value, low, high].map((each) => (each === null ? '—' : (scale * each).toFixed(digits)))
  return at === '—' && from === '—' ? 'never' : `${at ?? ''} [${from ?? ''}–${to ?? ''}]`
}

/** A share as points with its sign. */
function signed(share: number): string {
  const written = (100 * share).toFixed(1)
  return Number(written) > 0 ? `+${written}` : written.replace('-', '−')
}
