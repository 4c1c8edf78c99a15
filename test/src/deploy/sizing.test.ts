import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const read = (page: string) => readFileSync(fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url)), 'utf8')
const sizing = read('sizing.md')
const example = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../k8s/examples/${file}`, import.meta.url)), 'utf8')
const platform = read('for-platform-engineers.md')

/** The products and sums that a row of the table spells out. */
function worth(sum: string): number {
  return sum
    .split('+')
    .map((term) => term.split('·').reduce((product, factor) => product * Number(factor), 1))
    .reduce((total, term) => total + term, 0)
}

/** Connections during a rollout of one API, one coordinator and so many workers of 16 slots. */
const rolledOut = (workers: number) => 12 * 2 + 7 * 2 + 19 * workers + 12

it('adds up in docs/sizing.md, and sets enough', () => {
  const rows = [...sizing.matchAll(/[|:] ([\d·+ ]+) = (\d+)(?: \||; set) (\d+)/gu)]
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.map(([row]) => row).filter((row) => row.includes('; set'))).toHaveLength(1)
  for (const [, sum = '', needs, set] of rows) {
    expect(worth(sum), sum).toBe(Number(needs))
    expect(Number(set)).toBeGreaterThanOrEqual(Number(needs))
  }
})

it('counts every process in the formula, which the first night links to', () => {
  const [formula = ''] = /^.*12 · APIs[^]*?```/mu.exec(sizing) ?? []
  for (const process of ['APIs', 'gateways', 'coordinators', 'workers']) expect(formula).toContain(process)
  expect(platform).toContain('(sizing.md#connections)')
})

const GATEWAY = 12

/** The same in Compose, which stops one of each before it starts the next. */
const inCompose = (workers: number) => 12 + 7 + 19 * workers + 12

it('names the most workers that PostgreSQL’s default holds through a rollout, and those that Compose’s setting does', () => {
  expect(rolledOut(2)).toBeLessThanOrEqual(100)
  expect(rolledOut(3)).toBeGreaterThan(100)
  expect(GATEWAY + inCompose(8)).toBeLessThanOrEqual(200)
  expect(inCompose(9)).toBeGreaterThan(200)
  expect(platform).toContain('default of 100 is enough for one API, one coordinator and two workers of 16 slots')
  expect(platform).toContain('Compose sets 200, for eight, with a gateway or without')
})

it('gives the examples volumes that hold what the page says a team of ten GPUs keeps', () => {
  const [, samples = 0, kilobytes = 0, tokens = 0, bytes = 0, weekly = 0] = (
    /\*\*Disk\*\*: (\d+) million · \((\d+) kB \+ (\d+) · (\d+) B\) = (\d+) GB a week/u.exec(sizing) ?? []
  ).map(Number)
  const rows = samples * kilobytes
  const texts = (samples * tokens * bytes) / 1000
  expect(Math.abs(rows + texts - weekly)).toBeLessThan(0.5)
  const database = 2 * texts + 13 * rows
  expect(sizing).toContain(`2 · ${texts} + 13 · ${rows} = ${database} GB`)
  const kept = Number(/head -n -(\d+)/u.exec(example('backup.yaml'))?.[1])
  const backups = (kept + 1) * 0.4 * database
  expect(sizing).toContain(
    `${kept} kept and one under way, ${kept + 1} · 0.4 · ${database} GB = ${Math.round(backups)} GB`,
  )
  for (const [file, least] of [
    ['cloudnative-pg.yaml', 2 * database],
    ['backup.yaml', backups],
  ] as const) {
    const [, size = ''] = /(?:storage: \{ size|requests: \{ storage): (\d+)Gi/u.exec(example(file)) ?? []
    expect((Number(size) * 2 ** 30) / 1e9, file).toBeGreaterThanOrEqual(least)
    expect(sizing).toContain(`${size}Gi`)
  }
})
