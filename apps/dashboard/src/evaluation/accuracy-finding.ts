import { counted, countedOf, inNumber } from '@cges-fleet/core/counted'
import type { FinalStatistics } from '@cges-fleet/core'
import { costText } from '../charts/cost-text'
import { frontier } from '../charts/frontier'
import { banded, type Cost, placeable, shownCurves } from '../charts/scatter-points'
import type { NamedReport } from '../families/name-methods'
import { formatShare } from '../format/format-share'
import { comparedIn } from '../statistics/story-of'

/** A sentence that names more is not read: the table has them all. */
const MOST_NAMED = 2

/**
 * Names the cheapest method at the baseline's accuracy, and the methods that are beaten; while any runs, or before they
 * are judged (`final` null), describes what is shown and that nothing is ranked.
 */
export function accuracyFinding(
  reports: readonly NamedReport[],
  final: FinalStatistics | null,
  by: Cost = 'calls',
): string {
  const points = placeable(reports, by)
  const bands = banded(reports, by)
  const missing = reports.length - points.length - bands.length
  const rest = missing === 0 ? '' : ` ${countedOf(missing, reports.length, 'method')} cannot be placed yet.`
  if (points.length + bands.length === 0) return 'No method has both an accuracy and a cost yet.'
  if (reports.some(({ interim }) => interim)) {
    const bars = points.length === 0 ? '' : ' Hollow marks: how it stands so far; dotted bars: where it will end.'
    const hatched = bands.length === 0 ? '' : ' Hatched: all that is possible.'
    return `Interim, nothing is ranked.${bars}${hatched}${rest}`
  }
  if (final === null)
    return `Final points with 95% intervals. Nothing is ranked before differences are computed.${rest}`
  const lines =
    shownCurves(reports, final.curves, by).length === 0
      ? ''
      : ' Lines: each method at other settings, replayed on the same samples; to pick the best point of a line is hindsight.'
  return `${cheapestText(reports, final, by)}${by === 'calls' ? beatenText(reports, final) : ''}${lines}${rest}`
}

/**
 * The cheapest method that the statistics call better or not inferior; by point values alone if nothing was compared.
 */
function cheapestText(reports: readonly NamedReport[], final: FinalStatistics, by: Cost): string {
  const compared = comparedIn(reports, final)
  const baseline = compared[0]?.baseline
  if (baseline === undefined) {
    const named = frontier(placeable(reports, by)).map(({ report }) => at(report, by))
    const more = Math.max(0, named.length - MOST_NAMED)
    const others = more === 0 ? [] : [`${more} more`]
    return `By point values nothing is both cheaper and more accurate than ${listed([...named.slice(0, MOST_NAMED), ...others])}.`
  }
  const costOf = (report: NamedReport) => report[by] ?? Number.POSITIVE_INFINITY
  const [cheapest] = compared
    .filter(({ comparison: { judgement } }) => judgement === 'better' || judgement === 'non-inferior')
    .map(({ report }) => report)
    .filter((report) => costOf(report) < costOf(baseline))
    .toSorted((a, b) => costOf(a) - costOf(b))
  return cheapest === undefined
    ? `No cheaper method is shown to keep the accuracy of ${at(baseline, by)}.`
    : `Cheapest shown to keep the accuracy of ${at(baseline, by)}: ${at(cheapest, by)}.`
}

/** How many methods another is shown to beat, not only by point values, and one of them. */
function beatenText(reports: readonly NamedReport[], { dominated }: FinalStatistics): string {
  const nameOf = (key: string) => reports.find((report) => report.key === key)?.name ?? key
  const [first] = dominated
  if (first === undefined) return ''
  const count = new Set(dominated.map(({ key }) => key)).size
  const pair = `${nameOf(first.key)} by ${nameOf(first.by)}`
  return ` Faint: ${counted(count, 'method')} beaten in accuracy at no more calls (paired 95% intervals)${inNumber(count, ': ', ', such as ')}${pair}.`
}

function at(report: NamedReport, by: Cost): string {
  const cost = report[by]
  const told = [
    ...(report.accuracy === null ? [] : [formatShare(report.accuracy.value)]),
    ...(cost === null ? [] : [`at ${costText(cost, by)}`]),
  ]
  return told.length === 0 ? report.name : `${report.name} (${told.join(' ')})`
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
