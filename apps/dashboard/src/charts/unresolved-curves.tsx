import type { NamedReport } from '../families/name-methods'
import { Axes } from './axes'
import { Labels } from './labels'
import type { Size } from './plot-area'
import { unresolvedGeometry } from './unresolved-geometry'

interface Props {
  readonly reports: readonly NamedReport[]
  readonly size: Size
}

const DASHES = ['none', '6 3', '2 2.5', '9 3 2 3', '4 2 1 2']

/** The share of trials each method still has open after every call: the sooner a line falls, the cheaper the method. */
export function UnresolvedCurves({ reports, size }: Props) {
  const { area, xTicks, yTicks, curves, labels } = unresolvedGeometry(reports, size)
  const families = new Map(curves.map(({ key, family }) => [key, family]))
  return (
    <>
      <Axes area={area} xTicks={xTicks} yTicks={yTicks} xLabel="calls" yLabel="trials unresolved" />
      {curves.map(({ key, family, interim, variant, path }) => (
        <path
          key={key}
          className={`curve family-${family} ${interim ? 'interim' : ''}`}
          d={path}
          strokeDasharray={DASHES[variant % DASHES.length]}
        />
      ))}
      <Labels labels={labels} familyOfKey={(key) => families.get(key) ?? 'other'} />
    </>
  )
}
