import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GRADING_VERSION } from '@cges-fleet/answers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { barsOf, inTerminal, leftOn, NO_TERMINAL } from '../support/in-terminal.js'

const QUESTIONS = 300
const SAMPLES = 40

let fleet: TestFleet
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-progress-'))
  // Samples take some tenths of a second, so that there is something to watch.
  fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 8, timeScale: 0.1 })
})

afterAll(async () => {
  await fleet.stop()
  rmSync(folder, { recursive: true, force: true })
})

function writeLog(): string {
  const lines = Array.from({ length: QUESTIONS }, (_, question) => {
    const samples = Array.from({ length: SAMPLES }, (_, index) => ({
      text: `${`thought ${question} ${index} `.repeat(100)} The answer is \\boxed{${(question + index * index) % 3}}.`,
    }))
    return `${JSON.stringify({ question_id: `q${question}`, question: `Which is ${question}?`, answer: '1', samples })}\n`
  })
  const file = join(folder, 'log.jsonl')
  writeFileSync(file, lines.join(''))
  return file
}

function rowsOf(text: string, columns: number): number {
  const lines = text.replaceAll('\r', '').split('\n').slice(0, -1)
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / columns)), 0)
}

function shares(bars: readonly string[]): number[] {
  return bars.map((bar) => Number(/ (\d+) % ·/u.exec(bar)?.[1]))
}

describe.skipIf(NO_TERMINAL !== null)(`work of a fleet${NO_TERMINAL === null ? '' : `: ${NO_TERMINAL}`}`, () => {
  it('watch: redraws figures and a bar until the end, and leaves the table alone', async () => {
    const { id } = await fleet.submit({ methods: ['sc@4', 'asc-beta@4'], questions: 60 })
    const shown = await inTerminal(['watch', id, '--api', fleet.api], '', 'stty cols 80 rows 40; ').ended
    const bars = barsOf(shown, 'deciding')
    expect(bars.length).toBeGreaterThan(2)
    expect(shares(bars)).toEqual(shares(bars).toSorted((a, b) => a - b))
    for (const bar of bars) expect(bar).toMatch(/ \d+ % · \d+ questions? · [\d.]+\/s/u)
    expect(shown.slice(0, shown.lastIndexOf('␛[J'))).toContain('— interim')
    // Of 80 columns, where the table's lines take more than a row each, every block is wiped from its first row on.
    const [first = '', ...blocks] = shown.split(/(?=␛\[\d+A␛\[J)/u)
    blocks.reduce((before, block) => {
      const [, up, text = ''] = /^␛\[(\d+)A␛\[J([^]*)$/u.exec(block) ?? []
      expect(Number(up)).toBe(rowsOf(before, 80))
      return text
    }, first)
    expect(leftOn(shown)).toMatch(/— done/u)
    expect(leftOn(shown)).not.toMatch(/[█░]|interim/u)
  })

  it('import: a bar for what is sent, wiped before what is said of it', async () => {
    const args = ['import', writeLog(), '--method', 'sc;asc-beta', '--kind', 'math', '--api', fleet.api]
    const shown = await inTerminal(args).ended
    const bars = barsOf(shown, 'importing')
    expect(bars.length).toBeGreaterThan(2)
    expect(shares(bars)).toEqual(shares(bars).toSorted((a, b) => a - b))
    for (const bar of bars) expect(bar).toMatch(/ \d+ % · [\d,]+ samples · [\d,.]+\/s/u)
    expect(leftOn(shown)).toMatch(/\nevaluation \S+\r?\n$/u)
    expect(leftOn(shown)).not.toMatch(/[█░]/u)
  })

  it.each([
    ['report', 'judging 20 questions', '/statistics'],
    ['check', 'judging 20 questions', '/statistics'],
    ['compare', 'comparing 2 evaluations', '/statistics'],
  ])('%s: the time its statistics have taken; wiped before they are shown', async (command, said, ending) => {
    const made = [1, 2].map((seed) => fleet.submit({ methods: ['sc@2', 'asc-beta@2'], questions: 20, seed }))
    const ids = (await Promise.all(made)).map(({ id }) => id)
    for (const id of ids) await fleet.ended(id)
    const api = await slowed(ending)
    const of = command === 'compare' ? ids : ids.slice(1)
    const shown = await inTerminal([command, ...of, '--api', api.url], ' || true').ended
    api.stop()
    expect(shown).toContain(`${said} · 1 s`)
    expect(leftOn(shown)).not.toContain(said)
  })

  it('regrade: the time it has taken, since it is one transaction; wiped before the result', async () => {
    const { id } = await fleet.ended((await fleet.submit({ methods: ['sc@2'], questions: 20, seed: 8 })).id)
    await fleet.coordinators[0]?.kill('SIGKILL')
    await gradedEarlier(id)
    const run = inTerminal(['regrade', id, '--api', fleet.api])
    await expect.poll(run.shown, { timeout: 90_000 }).toMatch(/regrading 40 samples · [12] s/u)
    await fleet.startCoordinator()
    const shown = await run.ended
    expect(leftOn(shown)).not.toContain('regrading')
    expect(leftOn(shown)).toMatch(/40 samples/u)
  })
})

/** The fleet's API behind one that keeps back what an address ends with. */
async function slowed(ending: string): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const answered = fetch(`${fleet.api}${request.url}`)
    const wait = new URL(request.url ?? '', fleet.api).pathname.endsWith(ending) ? 2000 : 0
    setTimeout(() => {
      void answered
        .then(async (from) =>
          response.writeHead(from.status, { 'content-type': 'application/json' }).end(await from.text()),
        )
        .catch(() => response.destroy())
    }, wait)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

/** Has an evaluation's verdicts be those of an earlier grading version, which nothing but a release can. */
async function gradedEarlier(id: string): Promise<void> {
  await fleet.sql(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    UPDATE verdict SET grading_version = ${GRADING_VERSION - 1} WHERE evaluation_id = '${id}';
    UPDATE evaluation SET grading_version = ${GRADING_VERSION - 1} WHERE id = '${id}';
    COMMIT`)
}
