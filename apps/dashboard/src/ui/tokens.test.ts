import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfidenceSignal, METHOD_PARAMETERS } from '@cges-fleet/methods'
import { findRule } from '@cges-fleet/methods/replay'
import { describe, expect, test } from 'vitest'
import { reportFixture } from './methods/report-fixture'

const css = readFileSync(fileURLToPath(new URL('tokens.css', import.meta.url)), 'utf8')
const tokens = [...css.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]

/** Relative luminance of an sRGB colour (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** What text and labels are written in, on both grounds they stand on. */
const WRITTEN = ['ink', 'soft', 'accent', 'warn', 'bad', 'good', ...hues()]

/** The hues that classes give to methods. */
function hues(): string[] {
  return [...css.matchAll(/^\.hue-([a-z0-9-]+) \{/gm)].map(([, hue = '']) => hue)
}

describe.each([
  ['light', 2],
  ['dark', 3],
] as const)('%s colours', (_, column) => {
  const colours = new Map(tokens.map((match) => [match[1], match[column] ?? '']))
  test('there is a hue for each rule and each signal', () => {
    const looks = Object.keys(METHOD_PARAMETERS).map((name) => findRule(name)?.look ?? 'none')
    const rules = looks.flatMap((look) => (look === 'signal' ? [] : [look === 'none' ? look : look.hue]))
    const signals = ConfidenceSignal.options.map((signal) => {
      return reportFixture(`cges:confidence=${signal},gamma=0.99@16`).identity.hue
    })
    expect(hues()).toEqual(expect.arrayContaining([...rules, ...signals]))
  })
  test.each(WRITTEN)('%s can be read on panel and ground', (name) => {
    for (const ground of ['panel', 'ground'])
      expect(contrast(colours.get(name) ?? '', colours.get(ground) ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})

/** What sizes of text and spaces are written as: steps of one scale each, nothing, or a hair's breadth. */
const SIZE = /^font(-size)?$/
const SPACE = /^((margin|padding)(-[a-z]+)?|(row-|column-)?gap)$/
const SOURCES = new URL('..', import.meta.url)
const SHEETS = readdirSync(fileURLToPath(SOURCES), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
)

function isStray(value: string, allowed: RegExp): boolean {
  return (value.match(/-?[\d.]+(?:px|r?em|pt)\b/g) ?? []).some((length) => !allowed.test(length))
}

function strayLengths(sheet: string): string[] {
  return [...sheet.matchAll(/^\s*([a-z-]+): ([^;{}]+);/gm)].flatMap(([line, name = '', value = '']) => {
    if (SIZE.test(name) && isStray(value, /^$/)) return [line.trim()]
    return SPACE.test(name) && isStray(value, /^-?1px$/) ? [line.trim()] : []
  })
}

test.each(SHEETS)('%s takes its sizes of text and its spaces from the scales', (name) => {
  const sheet = readFileSync(fileURLToPath(new URL(name, SOURCES)), 'utf8')
  expect(strayLengths(sheet)).toEqual([])
  for (const [, step = ''] of sheet.matchAll(/var\((--(?:text|space)-[a-z0-9]+)\)/g)) expect(css).toContain(`${step}: `)
})
