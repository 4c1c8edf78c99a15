import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { some } from '../support/repetitions.js'
import { barsOf, FAST_CLOCK, inTerminal as inSlowTerminal, leftOn, NO_TERMINAL } from '../support/in-terminal.js'

const MAIN = fileURLToPath(new URL('../../../apps/cli/bundle/main.js', import.meta.url))
const DEMO = fileURLToPath(new URL('../../../packages/tiny-llama/recording.jsonl.gz', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'progress-'))
const rule = join(folder, 'rule.mjs')
writeFileSync(rule, 'export default (votes, budget) => ({ calls: budget, answer: votes[0].answer })\n')

const recording = join(folder, 'recording.jsonl')
writeFileSync(recording, gunzipSync(readFileSync(DEMO)))

/** Each takes more than a second of the fast clock on any machine, the latter half a minute: they are seen at length. */
const LONG = [
  ['replaying', 'runs', ['replay', '--demo', '--seeds', '200']],
  ['replaying', 'runs', ['replay', '--demo', '--sweep', '--seeds', '10']],
  ['own rule', 'questions', ['replay', '--demo', '--seeds', '20', '--method-file', rule]],
  ['tuning', 'signals', ['tune', recording, '--slice', '200']],
  ['simulating', 'runs', ['research', 'guarantees', '--runs', '1500']],
  ['reproducing', 'questions, ', ['research', 'reproduce', '--quick', '--benchmark', 'mmlu-pro', 'gpqa', 'gsm8k']],
] as const

/** Each takes more than a second of the fast clock on any machine: a command, its bar, a line of its input, and how often that stands there. */
const PIPES = [
  ['decide', 'deciding', { method: 'cges', gamma: 0.999999, samples: manySamples() }, 5_000],
  ['confidence', 'computing', { tokens: Array(400).fill('a'), logprobs: Array(400).fill(-0.1) }, 5_000],
  ['grade', 'grading', { kind: 'math', a: '\\frac{14}{2}', b: '\\sqrt{49}' }, 10_000],
  ['calibration', 'reading', { confidence: 0.93, correct: true }, 400_000],
] as const

function inTerminal(args: readonly string[], to = '', from = '') {
  return inSlowTerminal(args, to, from, FAST_CLOCK)
}

function manySamples(): object[] {
  return Array.from({ length: 128 }, (_, n) => ({ answer: String(n % 9), confidence: 0.3 + (n % 5) / 20 }))
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(NO_TERMINAL !== null)(`long work${NO_TERMINAL === null ? '' : `: ${NO_TERMINAL}`}`, () => {
  it.each(some(LONG))('shows a bar on a terminal: %s %s, %j', async (label, what, args) => {
    const shown = await inTerminal(args, ` > '${join(folder, 'out')}'`).ended
    const bars = barsOf(shown, label)
    expect(bars.length).toBeGreaterThan(1)
    for (const line of bars) {
      expect(line).toContain(what)
      expect(line).toMatch(/ \d+ % · [\d,]+ .*· [\d.,]+\/s/u)
    }
    expect(leftOn(shown)).not.toMatch(/[█░]/u)
  })

  it.each(some(PIPES))('shows the share of a file that was read by: %s', async (command, label, line, lines) => {
    const file = join(folder, `${command}.jsonl`)
    writeFileSync(file, `${JSON.stringify(line)}\n`.repeat(lines))
    const shown = await inTerminal([command], ` < '${file}' > '${join(folder, 'out')}'`).ended
    const bars = barsOf(shown, label)
    expect(bars.length).toBeGreaterThan(1)
    for (const bar of bars) expect(bar).toMatch(/ \d+ % · [\d,]+ lines · [\d.,]+\/s/u)
    expect(leftOn(shown)).not.toMatch(/[█░]/u)
  })

  it('counts the lines of another program, whose number nobody knows, and shows a bad one above', async () => {
    const file = join(folder, 'confidence-piped.jsonl')
    const [, , line, lines] = PIPES[1]
    writeFileSync(
      file,
      `${JSON.stringify(line)}\n`.repeat(lines / 2) + 'bad\n' + `${JSON.stringify(line)}\n`.repeat(lines / 2),
    )
    const shown = await inTerminal(['confidence'], ` > '${join(folder, 'out')}'; true`, `cat '${file}' | `).ended
    expect(shown).toMatch(/computing [\d,]+ lines · [\d.,]+\/s/u)
    expect(shown).not.toMatch(/[█░]/u)
    expect(leftOn(shown.slice(0, shown.indexOf('JSON')))).toMatch(/^␛\[Jline \d+: /u)
  })

  it('shows none beside results that appear on the same terminal', async () => {
    const file = join(folder, 'confidence-shown.jsonl')
    const [, , line, lines] = PIPES[1]
    writeFileSync(file, `${JSON.stringify(line)}\n`.repeat(lines))
    const shown = await inTerminal(['confidence'], ` < '${file}'`).ended
    expect(shown).not.toContain('computing')
  })

  it('tells the time left once it has gone on for two seconds, and less each time', async () => {
    const shown = await inTerminal(['replay', '--demo', '--seeds', '400'], ` > '${join(folder, 'out')}'`).ended
    const percents = [...shown.matchAll(/replaying .* (\d+) % ·/gu)].map(([, percent]) => Number(percent))
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(shown).toMatch(/\/s, (?:\d+ min )?\d+ s left/u)
  })

  it('shows none with --json', async () => {
    expect(await inTerminal(['replay', '--demo', '--seeds', '200', '--json']).ended).not.toMatch(/[█░]/u)
  })

  it('shows none where stderr is no terminal', async () => {
    const shown = await inTerminal(['replay', '--demo', '--seeds', '200'], ` 2> '${join(folder, 'err')}'`).ended
    expect(shown).not.toMatch(/[█░]{24}/u)
  })
})

it('shows none in a pipe', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...FAST_CLOCK, MAIN, 'replay', '--demo', '--seeds', '200'],
    {
      encoding: 'utf8',
    },
  )
  expect(status).toBe(0)
  expect(stdout + stderr).not.toMatch(/[█░]{24}/u)
  expect(stdout + stderr).not.toContain('\u001B')
})
