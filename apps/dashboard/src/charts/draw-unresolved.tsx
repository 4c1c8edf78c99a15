import { counted } from '@cges-fleet/core/counted'
import { Glyph } from '../families/glyph'
import { lineDashes } from '../families/line-dashes'
import type { NamedReport } from '../families/name-methods'
import { formatShare } from '../format/format-share'
import { Axes } from './axes'
import type { Drawing } from './drawing'
import { Labels } from './labels'
import { Legend } from './legend'
import type { Opens } from './opens'
import type { Size } from './plot-area'
import { type Unresolved, unresolvedGeometry } from './unresolved-geometry'

/** Draws the share of trials each method has open after every call: the sooner a line falls, the cheaper the method. */
export function drawUnresolved(reports: readonly NamedReport[], size: Size, opens: Opens): Drawing {
  const geometry = unresolvedGeometry(reports, size)
  const byKey = new Map(reports.map((report) => [report.key, report]))
  return {
    content: <UnresolvedContent geometry={geometry} />,
    points: geometry.curves.flatMap(({ key, points, interim }) => {
      const report = byKey.get(key)
      const href = report === undefined ? undefined : opens(report)
      return points.map(({ x, y, calls, share }) => ({
        series: key,
        x,
        y,
        text: `${report?.name ?? key}: after ${counted(calls, 'call')} ${formatShare(share)} open${interim ? ' (estimated)' : ''}`,
        ...(href === undefined ? {} : { href }),
      }))
    }),
  }
}

function UnresolvedContent({
  geometry: { area, xTicks, yTicks, curves, labels, legend },
}: {
  readonly geometry: Unresolved
}) {
  const identities = new Map(curves.map(({ key, identity }) => [key, identity]))
  return (
    <>
      <Axes area={area} xTicks={xTicks} yTicks={yTicks} xLabel="calls" yLabel="trials unresolved" />
      {curves.map(({ key, identity, interim, path, points }) => (
        <g key={key} className={`series hue-${identity.hue} shade-${identity.shade}`}>
          <path className={`curve ${interim ? 'interim' : ''}`} d={path} strokeDasharray={lineDashes(identity.dash)} />
          {points.slice(1, -1).map(({ x, y, calls }, at) =>
            at % Math.ceil(points.length / 6) === 0 ? (
              <g key={calls} transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`}>
                <Glyph identity={identity} radius={3.4} hollow={interim} />
              </g>
            ) : null,
          )}
        </g>
      ))}
      <Labels labels={labels} identityOfKey={identities} />
      <Legend entries={legend} />
    </>
  )
}
