import type { NamedReport } from '../methods/names'
import { drawScatter } from './draw-scatter'
import type { Drawing } from './drawing'
import type { Size } from './geometry'
import { type Mark, type ScatterArrow, scatterGeometry } from './scatter-geometry'
import type { Cost } from './scatter-points'

const GAP_PX = 9
const HEAD_PX = 7

/**
 * Draws several evaluations' methods in one plane of cost and accuracy, with an arrow to each from the one it is
 * compared with.
 */
export function drawOverlay(
  {
    reports,
    arrows,
    by,
  }: { readonly reports: readonly NamedReport[]; readonly arrows: readonly ScatterArrow[]; readonly by: Cost },
  size: Size,
): Drawing {
  const input = { reports, curves: [], by, isJudged: false, arrows }
  const { marks } = scatterGeometry(input, size)
  const drawing = drawScatter(input, size)
  const byKey = new Map(marks.map((mark) => [mark.key, mark]))
  const lines = arrows.flatMap(({ from, to }) => {
    const start = byKey.get(from)
    const end = byKey.get(to)
    const path = start === undefined || end === undefined ? null : arrowPath(start, end)
    return path === null ? [] : [{ key: `${from} ${to}`, path }]
  })
  return {
    points: drawing.points,
    content: (
      <>
        {lines.map(({ key, path }) => (
          <path key={key} className="arrow" d={path} />
        ))}
        {drawing.content}
      </>
    ),
  }
}

/** A line that leaves both marks free, with an open head at its end; null if they overlap. */
function arrowPath(from: Mark, to: Mark): string | null {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length < 2 * GAP_PX + HEAD_PX) return null
  const dx = (to.x - from.x) / length
  const dy = (to.y - from.y) / length
  const x = to.x - GAP_PX * dx
  const y = to.y - GAP_PX * dy
  const wing = (side: 1 | -1) =>
    `${(x - HEAD_PX * dx + side * 0.5 * HEAD_PX * dy).toFixed(1)},${(y - HEAD_PX * dy - side * 0.5 * HEAD_PX * dx).toFixed(1)}`
  const start = `${(from.x + GAP_PX * dx).toFixed(1)},${(from.y + GAP_PX * dy).toFixed(1)}`
  const tip = `${x.toFixed(1)},${y.toFixed(1)}`
  return `M${start}L${tip}M${wing(1)}L${tip}L${wing(-1)}`
}
