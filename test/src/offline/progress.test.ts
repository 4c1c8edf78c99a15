import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../../../apps/cli/bundle/main.js', import.meta.url))
const DEMO = fileURLToPath(new URL('../../../packages/tiny-llama/recording.jsonl.gz', import.meta.url))
const NO_TERMINAL =
  spawnSync('script', ['--version']).status === 0 ? null : 'no script(1), which makes a pseudo-terminal'
const folder = mkdtempSync(join(tmpdir(), 'progress-'))
const rule = join(folder, 'rule.mjs')
writeFileSync(rule, 'export default (votes, budget) => ({ calls: budget, answer: votes[0].answer })\n')

/** Each takes more than a second. */
const LONG = [
  ['replaying', 'runs', ['replay', '--demo', '--seeds', '400']],
  ['replaying', 'runs', ['replay', '--demo', '--sweep', '--seeds', '20']],
  ['own rule', 'questions', ['replay', '--demo', '--seeds', '60', '--method-file', rule]],
  ['tuning', 'signals', ['tune', DEMO, '--slice', '200']],
  ['simulating', 'runs', ['guarantees', '--runs', '3000']],
  ['reproducing', 'questions, ', ['reproduce', '--quick', '--benchmark', 'mmlu-pro', 'gpqa', 'gsm8k']],
] as const

/** Runs the command line in a real pseudo-terminal, stdout and stderr alike; `to` is where the shell sends them instead. */
function inTerminal(args: readonly string[], to = ''): string {
  const command = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(' ')
  const { stdout, status } = spawnSync('script', ['--quiet', '--return', '--command', command + to, '/dev/null'], {
    encoding: 'utf8',
    input: '',
  })
  expect(status, stdout).toBe(0)
  return stdout
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(NO_TERMINAL !== null)(`long work${NO_TERMINAL === null ? '' : `: ${NO_TERMINAL}`}`, () => {
  it.each(LONG)('shows a bar on a terminal: %s %s, %j', (label, what, args) => {
    const shown = inTerminal(args, ` > '${join(folder, 'out')}'`)
    const bars = shown.split('\n').filter((line) => line.includes(`${label} `) && /[█░]{24}/u.test(line))
    expect(bars.length).toBeGreaterThan(1)
    for (const line of bars) {
      expect(line).toContain(what)
      expect(line).toMatch(/ \d+ % · [\d,]+ .*· [\d.,]+\/s/u)
    }
    // Each is wiped before the next, and the last before the end.
    expect(shown.split('\u001B[1A\u001B[J').length).toBeGreaterThan(bars.length)
    expect(shown.slice(shown.lastIndexOf('\u001B[J'))).not.toMatch(/[█░]/u)
  })

  it('tells the time left once it has gone on for two seconds, and less each time', () => {
    const shown = inTerminal(['replay', '--demo', '--seeds', '1500'], ` > '${join(folder, 'out')}'`)
    const percents = [...shown.matchAll(/replaying .* (\d+) % ·/gu)].map(([, percent]) => Number(percent))
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(shown).toMatch(/\/s, (?:\d+ min )?\d+ s left/u)
  })

  it('shows none with --json', () => {
    expect(inTerminal(['replay', '--demo', '--seeds', '400', '--json'])).not.toMatch(/[█░]/u)
  })

  it('shows none where stderr is no terminal', () => {
    expect(inTerminal(['replay', '--demo', '--seeds', '400'], ` 2> '${join(folder, 'err')}'`)).not.toMatch(/[█░]{24}/u)
  })
})

it('shows none in a pipe', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, 'replay', '--demo', '--seeds', '400'], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout + stderr).not.toMatch(/[█░]{24}/u)
  expect(stdout + stderr).not.toContain('\u001B')
})
