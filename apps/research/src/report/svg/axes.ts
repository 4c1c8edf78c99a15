/** A picture's frame: what the axes run over and the numbers written along them. */
export interface PlotArea {
  readonly width: number
  readonly height: number
  readonly x: Axis
  readonly y: Axis
}

export interface Axis {
  readonly label: string
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
  readonly text: (value: number) => string
}

const MARGIN = { left: 46, right: 12, top: 10, bottom: 38 }

/** Places on the picture of values on the axes. */
export interface Scale {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
}

export function scaleOf({ width, height, x, y }: PlotArea): Scale {
  const across = width - MARGIN.left - MARGIN.right
  const up = height - MARGIN.top - MARGIN.bottom
  return {
    x: (value) => round(MARGIN.left + (across * (value - x.low)) / (x.high - x.low)),
    y: (value) => round(height - MARGIN.bottom - (up * (value - y.low)) / (y.high - y.low)),
  }
}

/** Draws a picture: its grid and axes, and `marks` within them. */
export function picture(area: PlotArea, title: string, marks: (scale: Scale) => string): string {
  const { width, height, x, y } = area
  const scale = scaleOf(area)
  const bottom = height - MARGIN.bottom
  const right = width - MARGIN.right
  const grid = [
    ...y.ticks.map(
      (tick) =>
        `<line class="grid" x1="${MARGIN.left}" x2="${right}" y1="${scale.y(tick)}" y2="${scale.y(tick)}"/><text class="tick" x="${MARGIN.left - 6}" y="${scale.y(tick) + 4}" text-anchor="end">${escapeHtml(y.text(tick))}</text>`,
    ),
    ...x.ticks.map(
      (tick) =>
        `<text class="tick" x="${scale.x(tick)}" y="${bottom + 15}" text-anchor="middle">${escapeHtml(x.text(tick))}</text>`,
    ),
    `<line class="axis" x1="${MARGIN.left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>`,
    `<text class="label" x="${(MARGIN.left + right) / 2}" y="${height - 5}" text-anchor="middle">${escapeHtml(x.label)}</text>`,
    `<text class="label" transform="translate(11 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(y.label)}</text>`,
  ]
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}">${grid.join('')}${marks(scale)}</svg>`
}

/** About `count` round numbers that cover the values, and the range they span. */
export function niceAxis(values: readonly number[], count: number): Pick<Axis, 'low' | 'high' | 'ticks'> {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const raw = Math.max(1e-9, high - low) / count
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw) ?? 10 * power
  const from = Math.floor(low / step + 1e-9)
  const to = Math.ceil(high / step - 1e-9)
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => Number(((from + at) * step).toPrecision(12)))
  return { low: from * step, high: Math.max(to, from + 1) * step, ticks }
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function round(value: number): number {
  return Number(value.toFixed(1))
}
