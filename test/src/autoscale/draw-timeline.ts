import type { Look } from './autoscaled-fleet.js'

const WIDTH = 860
const LEFT = 56
const RIGHT = 16

interface Panel {
  readonly top: number
  readonly height: number
  readonly most: number
}

/** Draws an autoscaler's timeline as an SVG of its own: the depth above, workers wanted and there below, one clock. */
export function drawTimeline(timeline: readonly Look[], title: string): string {
  const end = timeline.at(-1)?.at ?? 1
  const depth: Panel = { top: 52, height: 150, most: 2 * Math.ceil(most(timeline.map((look) => look.depth ?? 0)) / 2) }
  const workers: Panel = {
    top: 250,
    height: 110,
    most: most(timeline.map((look) => Math.max(look.desired, look.actual))),
  }
  const x = (at: number) => LEFT + (at / end) * (WIDTH - LEFT - RIGHT)
  const line = (panel: Panel, value: (look: Look) => number) => steps(timeline, x, (look) => y(panel, value(look)))
  const every = [1, 2, 5, 10, 20, 30].find((step) => end / step <= 10) ?? 60
  const seconds = Array.from({ length: Math.floor(end / every) + 1 }, (_, n) => n * every)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} 412" font-family="system-ui, sans-serif" font-size="12" fill="#333">
<rect width="${WIDTH}" height="412" fill="#fff"/>
<text x="${LEFT}" y="22" font-size="14" font-weight="600">${title}</text>
${axis(depth, 'queue depth')}
${axis(workers, 'workers')}
<path d="${line(depth, (look) => look.depth ?? 0)}" fill="none" stroke="#7a5195" stroke-width="1.5"/>
<path d="${line(workers, (look) => look.actual)}" fill="none" stroke="#2f7ed8" stroke-width="4" opacity="0.45"/>
<path d="${line(workers, (look) => look.desired)}" fill="none" stroke="#c0392b" stroke-width="1.5"/>
<g transform="translate(${LEFT + 150}, 242)"><path d="M0 -4h18" stroke="#c0392b" stroke-width="1.5"/><text x="24">wanted</text><path d="M80 -4h18" stroke="#2f7ed8" stroke-width="4" opacity="0.45"/><text x="104">there, draining ones included</text></g>
${seconds.map((at) => `<text x="${x(at)}" y="382" text-anchor="middle">${at}</text>`).join('')}
<text x="${WIDTH - RIGHT}" y="402" text-anchor="end">seconds</text>
</svg>
`
}

function most(values: readonly number[]): number {
  return Math.max(1, ...values)
}

function y({ top, height, most }: Panel, value: number): number {
  return top + height * (1 - value / most)
}

function steps(timeline: readonly Look[], x: (at: number) => number, height: (look: Look) => number): string {
  return timeline
    .map((look, n) => {
      const place = x(look.at).toFixed(1)
      return n === 0 ? `M${place} ${height(look).toFixed(1)}` : `H${place}V${height(look).toFixed(1)}`
    })
    .join('')
}

function axis(panel: Panel, name: string): string {
  const marks = panel.most <= 8 ? Array.from({ length: panel.most + 1 }, (_, n) => n) : [0, panel.most / 2, panel.most]
  const lines = marks.map((mark) => {
    const at = y(panel, mark).toFixed(1)
    return `<path d="M${LEFT} ${at}H${WIDTH - RIGHT}" stroke="#ddd"/><text x="${LEFT - 8}" y="${Number(at) + 4}" text-anchor="end">${Math.round(mark)}</text>`
  })
  return `<text x="${LEFT}" y="${panel.top - 8}" font-weight="600">${name}</text>${lines.join('')}`
}
