import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const MAIN = fileURLToPath(new URL('../../../apps/cli/bundle/main.js', import.meta.url))

export const NO_TERMINAL =
  spawnSync('script', ['--version']).status === 0 ? null : 'no script(1), which makes a pseudo-terminal'

export interface InTerminal {
  /** Everything the terminal was sent so far, with ␛ for escape. */
  readonly shown: () => string
  /** Waits for its end, which must be a good one, and gives everything the terminal was sent. */
  readonly ended: Promise<string>
}

/** Node's arguments for a clock that goes eight times as fast, so that an eighth of the work counts as long. */
export const FAST_CLOCK = [
  '--import',
  'data:text/javascript,const now=performance.now.bind(performance);performance.now=()=>8*now()',
]

/**
 * Runs the command line in a real pseudo-terminal, stdout and stderr alike; `to` is where the shell sends them instead, `from`
 * what it pipes in, `node` Node's own arguments.
 */
export function inTerminal(args: readonly string[], to = '', from = '', node: readonly string[] = []): InTerminal {
  const command = [process.execPath, ...node, MAIN, ...args].map((word) => `'${word}'`).join(' ')
  const options = ['--quiet', '--return', '--command', from + command + to, '/dev/null']
  const child = spawn('script', options, { stdio: ['ignore', 'pipe', 'inherit'] })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text.replaceAll('\u001B', '␛')
  })
  const ended = once(child, 'close').then(([status]: (number | null)[]) => {
    expect(status, shown).toBe(0)
    return shown
  })
  return { shown: () => shown, ended }
}

/** The bars a terminal was shown one after another, each of which was wiped before the next. */
export function barsOf(shown: string, label: string): string[] {
  const bars = shown.split('\n').filter((line) => line.includes(`${label} `) && /[█░]{24}/u.test(line))
  expect(shown.split(WIPED).length).toBeGreaterThan(bars.length)
  return bars
}

/** The lines left when all is over: those after the last that was wiped. */
export function leftOn(shown: string): string {
  return shown.slice(shown.lastIndexOf('␛[J'))
}

/** One line up, and all below it cleared. */
const WIPED = /␛\[\d+A␛\[J/u
