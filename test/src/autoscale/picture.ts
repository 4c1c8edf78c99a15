import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Look } from './autoscaled-fleet.js'

/** Draws a picture, and writes it to the folder that CGES_AUTOSCALE_PICTURES names. */
export function keepPicture(file: string, title: string, panels: readonly Panel[]): void {
  const picture = drawTimeline(title, panels)
  const folder = process.env['CGES_AUTOSCALE_PICTURES']
  if (folder !== undefined) writeFileSync(join(folder, file), picture)
  expect(picture).toMatch(/^<svg [^]*<\/svg>\n$/)
}

type Timeline = readonly Look[]

const lineOf = (timeline: Timeline, value: (look: Look) => number | null) =>
  timeline.map((look) => ({ at: look.at, value: value(look) ?? 0 }))

export const depthOf = (timeline: Timeline): Line => ({
  label: 'usable demand',
  colour: '#7a5195',
  points: lineOf(timeline, ({ depth }) => depth),
})

export const demandOf = (timeline: Timeline): Line => ({
  label: 'without limits',
  colour: '#999',
  points: lineOf(timeline, ({ demand }) => demand),
})

export const actualOf = (timeline: Timeline): Line => ({
  label: 'there, draining ones included',
  colour: '#2f7ed8',
  wide: true,
  points: lineOf(timeline, ({ actual }) => actual),
})

export const desiredOf = (timeline: Timeline): Line => ({
  label: 'wanted',
  colour: '#c0392b',
  points: lineOf(timeline, ({ desired }) => desired),
})

export const usableOf = (timeline: Timeline): Line => ({
  label: 'usable',
  colour: '#2a8a4a',
  points: lineOf(timeline, ({ usable }) => usable?.here ?? null),
})

const WIDTH = 860
const LEFT = 56
const RIGHT = 16
const TOP = 62
const GAP = 50

/** One line of a panel: its value from each moment on, in seconds. */
interface Line {
  readonly label: string
  readonly colour: string
  /** Wide lines are drawn translucent, below the others. */
  readonly wide?: boolean
  readonly points: readonly { readonly at: number; readonly value: number }[]
}

interface Panel {
  readonly name: string
  readonly height: number
  readonly lines: readonly Line[]
}

interface Scale {
  readonly top: number
  readonly height: number
  readonly most: number
}

/** Draws what an autoscaler saw and did over time as a standalone SVG: panels stacked on one time axis. */
function drawTimeline(title: string, panels: readonly Panel[]): string {
  const end = Math.max(1, ...panels.flatMap(({ lines }) => lines.map(({ points }) => points.at(-1)?.at ?? 0)))
  const x = (at: number) => LEFT + (at / end) * (WIDTH - LEFT - RIGHT)
  const every = [1, 2, 5, 10, 20, 30].find((step) => end / step <= 12) ?? 60
  const seconds = Array.from({ length: Math.floor(end / every) + 1 }, (_, n) => n * every)
  let top = TOP
  const drawn = panels.map((panel) => {
    const scale = { top, height: panel.height, most: mostOf(panel) }
    top += panel.height + GAP
    return drawPanel(panel, scale, x)
  })
  const bottom = top - GAP + 20
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 30}" font-family="system-ui, sans-serif" font-size="12" fill="#333">
<rect width="${WIDTH}" height="${bottom + 30}" fill="#fff"/>
<text x="${LEFT}" y="22" font-size="14" font-weight="600">${title}</text>
${drawn.join('\n')}
${seconds.map((at) => `<text x="${x(at).toFixed(1)}" y="${bottom}" text-anchor="middle">${at}</text>`).join('')}
<text x="${WIDTH - RIGHT}" y="${bottom + 20}" text-anchor="end">seconds</text>
</svg>
`
}

/** Even, so that half of it is a whole number. */
function mostOf({ lines }: Panel): number {
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(({ value }) => value)))
  return most <= 8 ? most : 2 * Math.ceil(most / 2)
}

function drawPanel({ name, lines }: Panel, scale: Scale, x: (at: number) => number): string {
  const paths = lines.map(({ points, colour, wide }) => {
    const look = wide === true ? 'stroke-width="4" opacity="0.45"' : 'stroke-width="1.5"'
    return `<path d="${steps(points, x, (value) => y(scale, value))}" fill="none" stroke="${colour}" ${look}/>`
  })
  return [axis(scale, name), ...paths, legend(lines, scale.top - 8)].join('\n')
}

function legend(lines: readonly Line[], at: number): string {
  let left = LEFT + 230
  return lines
    .map(({ label, colour, wide }) => {
      const from = left
      left += 44 + 6.5 * label.length
      const mark = `<path d="M${from} ${at - 4}h18" stroke="${colour}" stroke-width="${wide === true ? 4 : 1.5}"/>`
      return `${mark}<text x="${from + 24}" y="${at}">${label}</text>`
    })
    .join('')
}

function y({ top, height, most }: Scale, value: number): number {
  return top + height * (1 - value / most)
}

function steps(points: Line['points'], x: (at: number) => number, height: (value: number) => number): string {
  return points
    .map(({ at, value }, n) => {
      const place = x(at).toFixed(1)
      const level = height(value).toFixed(1)
      return n === 0 ? `M${place} ${level}` : `H${place}V${level}`
    })
    .join('')
}

function axis(scale: Scale, name: string): string {
  const { most } = scale
  const marks = most <= 8 ? Array.from({ length: most + 1 }, (_, n) => n) : [0, most / 2, most]
  const lines = marks.map((mark) => {
    const at = y(scale, mark).toFixed(1)
    return `<path d="M${LEFT} ${at}H${WIDTH - RIGHT}" stroke="#ddd"/><text x="${LEFT - 8}" y="${Number(at) + 4}" text-anchor="end">${Math.round(mark)}</text>`
  })
  return `<text x="${LEFT}" y="${scale.top - 8}" font-weight="600">${name}</text>${lines.join('')}`
}
