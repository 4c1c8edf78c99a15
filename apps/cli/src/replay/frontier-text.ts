import { counted } from '@cges-fleet/core'
import type { BestThreshold, FrontierFigure, FrontierStatistics, ReplayReport } from '@cges-fleet/replay'
import { columns, pointsEstimate } from '../shell/format.js'

const NO_TOKENS = 'note: no table by tokens: some samples have no token count (completion_tokens)'

const WIDE_WINDOW =
  'note: sequential to SC is the least at any threshold. With a window as wide as its budget, esc draws all samples at once, as sc does.'

/** Formats what every method can give at every value of its threshold, and the best of these. */
export function frontierLines({ frontiers }: Pick<ReplayReport, 'frontiers'>): string[] {
  if (frontiers.length === 0) return []
  const byTokens = frontiers.flatMap(({ label, parameter, byTokens: found, bySequential }) =>
    found === null
      ? []
      : [
          [
            ...figureRow({ label, parameter, ...found }, 0),
            bySequential === null ? '—' : toScText(bySequential.toSc, 0),
          ],
        ],
  )
  const [costs, all] = byTokens.length === 0 ? ['calls', 'calls'] : ['calls and tokens', 'calls, or tokens,']
  const byCalls = frontiers.map((frontier) => [
    ...figureRow(frontier, 2),
    ...(frontier.overFirst === null ? [] : [pointsEstimate(frontier.overFirst)]),
  ])
  return [
    '',
    'every method at every value of its own threshold [95 % of resampled questions]',
    ...columns([
      [...headOf('calls'), ...(frontiers.length === 1 ? [] : [`all calls, over ${frontiers[0]?.label ?? ''}`])],
      ...byCalls,
    ]),
    ...(byTokens.length === 0 ? [NO_TOKENS] : ['', ...columns([[...headOf('tokens'), SEQUENTIAL], ...byTokens])]),
    ...neverLines([...byCalls, ...byTokens]),
    ...bestLines(frontiers),
    `note: ${costs} to SC are optimistic: they are chosen and judged on the same labels. The mean over all ${all} needs no choice.`,
    ...(byTokens.length > 0 && frontiers.some(({ parameter }) => parameter === 'window') ? [WIDE_WINDOW] : []),
  ]
}

/** Formats each method's best threshold: chosen on half of the questions, with its figures on the others. */
function bestLines(frontiers: ReplayReport['frontiers']): string[] {
  const found = frontiers.flatMap(({ best, ...frontier }) => (best === null ? [] : [{ ...frontier, best }]))
  const [first] = found
  if (first === undefined) return ['note: too few questions to choose a threshold on half of them']
  const { chosenOn, checkedOn } = first.best
  const head = ['method', 'best threshold', 'other halves choose', 'calls', 'accuracy %', 'over the full vote']
  const rows = found.map(({ label, parameter, best: { at, qualified, accuracy, scAccuracy, difference, ...best } }) => [
    label,
    `${parameter}=${thresholdText(at)}${qualified ? '' : ' *'}`,
    elsewhereText(best),
    callsText(best),
    (100 * accuracy).toFixed(1),
    difference === null || (parameter === 'budget' && accuracy === scAccuracy)
      ? '—'
      : pointsEstimate({ value: accuracy - scAccuracy, ...difference }),
  ])
  const isMissed = found.some(({ best }) => !best.qualified)
  return [
    '',
    `best threshold, chosen on ${counted(chosenOn, 'question')}: the fewest calls within 0.5 points of the full vote there`,
    `  its figures, of the other ${counted(checkedOn, 'question')} [95 % of resampled questions]; a fixed seed draws both halves`,
    '  other halves choose: what 95 % of 200 other random halves choose; the wider, the more the choice is chance',
    ...columns([head, ...rows]),
    ...(isMissed ? ['  * none comes so near; the most accurate one'] : []),
  ]
}

function thresholdText(at: number): string {
  return String(Number(at.toPrecision(6)))
}

function elsewhereText({ elsewhere: { low, high } }: Pick<BestThreshold, 'elsewhere'>): string {
  return low === high ? thresholdText(low) : `${thresholdText(low)} to ${thresholdText(high)}`
}

function callsText({ calls, callsInterval }: Pick<BestThreshold, 'calls' | 'callsInterval'>): string {
  if (callsInterval === null) return calls.toFixed(2)
  return `${calls.toFixed(2)} [${callsInterval.low.toFixed(2)}–${callsInterval.high.toFixed(2)}]`
}

/** Each round's longest reply, one after another: what a question waits for with enough slots. */
const SEQUENTIAL = 'sequential to SC − 0.5 points'

function headOf(cost: string): string[] {
  const quarter = cost === 'calls' ? 'at a quarter of B' : 'at a quarter of SC’s'
  return ['method', 'swept', `accuracy %, all ${cost}`, quarter, `${cost} to SC − 0.5 points`]
}

type Named = FrontierStatistics & { readonly label: string; readonly parameter: string }

function figureRow({ label, parameter, area, atQuarter, toSc }: Named, digits: number): string[] {
  return [label, parameter, accuracyText(area), accuracyText(atQuarter), toScText(toSc, digits)]
}

function accuracyText(figure: FrontierFigure): string {
  return figureText(figure, (share) => (share === null ? '—' : (100 * share).toFixed(1)))
}

/** The figure of a line that does not come so near to SC. */
const NEVER = 'never'
const ABOUT_NEVER = '  never: at no threshold within 0.5 points of SC; in brackets, on some of the resampled questions'

function toScText(figure: FrontierFigure, digits: number): string {
  return figureText(figure, (cost) => cost?.toFixed(digits) ?? NEVER)
}

function figureText({ value, low, high }: FrontierFigure, text: (figure: number | null) => string): string {
  return `${text(value)} [${text(low)}–${text(high)}]`
}

function neverLines(rows: readonly (readonly string[])[]): string[] {
  return rows.flat().some((cell) => cell.includes(NEVER)) ? [ABOUT_NEVER] : []
}
