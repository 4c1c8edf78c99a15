import type { MethodResult, ReplayReport } from '@cges-fleet/replay'
import { columns, pointsEstimate, signed } from '../shell/format.js'

type Compared = Pick<ReplayReport, 'methods' | 'input'>

/** Formats how much each method differs from its baseline on the same questions; nothing where that would mislead. */
export function differenceLines({ methods, input, inOrder }: Compared & Pick<ReplayReport, 'inOrder'>): string[] {
  if (!input.isExchangeable) return []
  const compared = methods.flatMap(({ label, against }) => (against === null ? [] : [{ label, against }]))
  return [...new Set(compared.map(({ against }) => against.baseline))].flatMap((baseline) => [
    '',
    ...columns([
      [`minus ${baseline}, paired by question`, 'accuracy, points', 'calls'],
      ...compared.filter(({ against }) => against.baseline === baseline).map(differenceRow),
    ]),
    `  [ ]: 95 % interval over questions${inOrder ? '' : ', each by its mean over the orders'}`,
  ])
}

type Difference = { readonly label: string; readonly against: NonNullable<MethodResult['against']> }

function differenceRow({ label, against: { accuracy, calls } }: Difference): string[] {
  const [value, low, high] = [calls.value, calls.low, calls.high].map((each) => signed(each, 2))
  return [label, pointsEstimate(accuracy), `${value ?? ''} [${low ?? ''}, ${high ?? ''}]`]
}

/** Formats which methods no other equals or beats in both calls and accuracy, as the table has them. */
export function tradeOffLines({ pareto, methods, input }: Compared & Pick<ReplayReport, 'pareto'>): string[] {
  if (!input.isExchangeable) return []
  const shown = spreadOut(pareto, MOST_BEST)
  const best = shown.map(({ method }) => method).join('; ')
  const more = pareto.length - shown.length
  const left = more === 0 ? '' : `; ${more} more between these: --json, pareto`
  if (pareto.length > 1)
    return ['', `best trade-offs (no other row has at most these calls and at least this accuracy): ${best}${left}`]
  return methods.length > 1 && pareto.length === 1
    ? ['', `best: ${best} (no other row has fewer calls or a higher accuracy)`]
    : []
}

const MOST_BEST = 5

/** At most so many of a list, the first and the last among them, evenly over it. */
function spreadOut<Item>(all: readonly Item[], most: number): readonly Item[] {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, at) => all[Math.round((at * (all.length - 1)) / (most - 1))]).filter(
    (each) => each !== undefined,
  )
}
