import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Look } from './autoscaled-fleet.js'
import { drawTimeline, type Line, type Panel } from './draw-timeline.js'

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
