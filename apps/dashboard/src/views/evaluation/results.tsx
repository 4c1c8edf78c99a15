'use client'

import type { CurvePoint, EvaluationView, FinalStatistics, MethodCurve } from '@cges-fleet/core'
import { type CSSProperties, lazy, memo, Suspense, useMemo, useState } from 'react'
import { parameterText } from '../../ui/charts/parameter-text'
import { groupByFamily, nameMethods, type NamedReport } from '../../ui/methods/names'
import { fetchLater } from '../../ui/shell/fetch-later'
import { laterPart } from '../../ui/shell/later-part'
import { type Focus, MethodsTable } from './methods-table'
import type { Tried } from './tried-cells'

const AccuracyFigure = laterPart(() => import('./accuracy-figure').then((loaded) => loaded.AccuracyFigure))

/** Nothing can be tried before the end, so no page waits for it. */
const SettingSlider = lazy(() =>
  fetchLater(() => import('./setting-slider')).then(({ SettingSlider }) => ({ default: SettingSlider })),
)

interface Props {
  readonly view: EvaluationView
  /** Null until the evaluation is complete and its statistics are there. */
  readonly final: FinalStatistics | null
  readonly mayWrite: boolean
  readonly onChanged: () => Promise<void>
}

/** Every method's figures, as rows and as points: pointing at one shows the other, and one can be tried at other settings. */
export const Results = memo(function Results({ view, final, mayWrite, onChanged }: Props) {
  const { id, methods } = view
  const reports = useMemo(() => groupByFamily(nameMethods(methods)).flatMap((group) => group.reports), [methods])
  const [pointed, point] = useState<string | null>(null)
  const [chosen, choose] = useState<string | null>(null)
  const setting = useSetting(reports, final, chosen)
  const focus: Focus = { pointed, chosen: setting?.report.key ?? chosen, point, choose }
  return (
    <div className="results" style={{ '--methods': reports.length } as CSSProperties}>
      <MethodsTable
        id={id}
        reports={reports}
        drawn={view.samples.drawn}
        final={final}
        title={`${view.name}: ${view.benchmark.title}, ${view.pool.model}`}
        focus={focus}
        tried={setting?.tried ?? null}
      />
      <AccuracyFigure
        id={id}
        reports={reports}
        final={final}
        linked={{ pointed: pointed ?? focus.chosen, point, at: setting?.tried?.point.at }}
      >
        <SettingRoom {...{ id, setting, methods, mayWrite, onChanged }} isOver={view.status === 'done'} />
      </AccuracyFigure>
    </div>
  )
})

interface SettingRoomProps extends Pick<Props, 'mayWrite' | 'onChanged'>, Pick<EvaluationView, 'id' | 'methods'> {
  readonly setting: Setting | null
  readonly isOver: boolean
}

/** The slider, or the same room before there is anything to try; there it also says that a method was added. */
function SettingRoom({ setting, isOver, onChanged, ...rest }: SettingRoomProps) {
  const { length } = rest.methods
  const [before, setBefore] = useState<number | null>(null)
  const changed = async () => {
    setBefore(length)
    await onChanged()
  }
  return (
    <div className="setting-room">
      {setting === null ? (
        <p role="status" className="muted setting-words">
          {before !== null && length <= before + 1
            ? 'Added. You can try other settings here once its figures are complete.'
            : isOver
              ? 'You can try other settings here once the methods are compared.'
              : 'You can try other settings here once the evaluation is finished.'}
        </p>
      ) : (
        <Suspense>
          <SettingSlider {...setting} {...rest} onChanged={changed} />
        </Suspense>
      )}
    </div>
  )
}

interface Setting {
  readonly report: NamedReport
  readonly curve: MethodCurve
  readonly at: number | null
  readonly onChange: (at: number | null) => void
  readonly tried: Tried | null
}

/** The method whose setting can be tried, the one chosen or else the first CGES; null if there is none. */
function useSetting(
  reports: readonly NamedReport[],
  final: FinalStatistics | null,
  chosen: string | null,
): Setting | null {
  const [value, setValue] = useState<{ readonly key: string; readonly at: number } | null>(null)
  const curves = final?.curves.filter(({ points }) => points.length > 1) ?? []
  const known = reports.filter(({ key }) => curves.some((curve) => curve.key === key))
  const report =
    known.find(({ key }) => key === chosen) ?? known.find(({ spec }) => spec.method === 'cges') ?? known.at(-1)
  const curve = curves.find(({ key }) => key === report?.key)
  const at = value?.key === report?.key ? (value?.at ?? null) : null
  const point = curve?.points.find((each) => each.at === at)
  const tried = useMemo(() => triedAt(curve, point), [curve, point])
  if (report === undefined || curve === undefined) return null
  const onChange = (next: number | null) => setValue(next === null ? null : { key: report.key, at: next })
  return { report, curve, at, onChange, tried }
}

function triedAt(curve: MethodCurve | undefined, point: CurvePoint | undefined): Tried | null {
  if (curve === undefined || point === undefined) return null
  return { key: curve.key, words: parameterText(curve.varies, point.at), point }
}
