import { countedOf, inNumber } from '@cges-fleet/core'
import type { MethodResult, ReplayReport } from '@cges-fleet/replay'
import { columns } from '../../report/format.js'

const SHARES = [1, 0.9, 0.8, 0.5] as const

/** Formats accuracy against coverage, if it was requested. */
export function coverageLines({ methods }: Pick<ReplayReport, 'methods'>): string[] {
  const told = methods.flatMap(({ label, coverage }) => (coverage === undefined ? [] : [{ label, coverage }]))
  if (told.length === 0) return []
  const knowsOther = told.some(({ coverage }) => coverage.areaByOther !== null)
  const byOther = knowsOther ? ['by OTHER’s mass'] : []
  const head = ['method', ...SHARES.map((share) => `answering ${100 * share} %`), 'mean over all coverages', ...byOther]
  const rows = told.map(({ label, coverage: { points, area, areaByOther } }) => [
    label,
    ...SHARES.map((share) => atMost(points, share)),
    areaText(area),
    ...(knowsOther ? [areaText(areaByOther)] : []),
  ])
  return [
    '',
    'accuracy % of the answers given, the least sure withheld first (on the first permutation; scores are chosen on the labels they are judged by)',
    ...columns([head, ...rows]),
    ...told.flatMap(({ label, coverage }) => promised(label, coverage)),
  ]
}

function areaText(area: NonNullable<MethodResult['coverage']>['areaByOther']): string {
  return area === null ? '—' : `${percent(area.value)} [${percent(area.low)}–${percent(area.high)}]`
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}

/** The accuracy of as many answers as can be given without exceeding a coverage; scores tie, so that it may be fewer. */
function atMost(points: NonNullable<MethodResult['coverage']>['points'], share: number): string {
  const point = points.find(({ coverage }) => coverage <= share + 1e-9)
  return point === undefined ? '—' : `${percent(point.accuracy)} at ${percent(point.coverage)} %`
}

function promised(label: string, { certified }: NonNullable<MethodResult['coverage']>): string[] {
  if (certified === null) return []
  if (certified.kind === 'none') return [`${label}: nothing can be promised: ${certified.why}`]
  const { abstainBelow, answered, wrong } = certified
  return [
    `${label}: abstainBelow=${abstainBelow} keeps the promise: ${countedOf(wrong, answered, 'answer')} given ${inNumber(wrong, 'is', 'are')} wrong here`,
  ]
}
