import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { ALL_GUARDS } from './mutations/all-guards.js'
import { mutatedCopy } from './mutations/mutated-copy.js'

const MAIN = fileURLToPath(new URL('../../dist/chaos/main.js', import.meta.url))
const TINY = ['--kills', '0', '--pauses', '0', '--backend', 'postgres']
const LIMIT_MS = 900_000

const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Runs the real program, and returns its final report too. */
async function chaos(...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...TINY, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [status] = (await once(child, 'close')) as [number | null]
  expect(said).not.toMatch(/^ +at /m)
  const report = JSON.parse(said.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
  return { status, said, report }
}

// Every other run of the tests ends with 0, too.
it.runIf(IS_AT_LENGTH)(
  `exits 0 where every promise holds, however slow the machine${LONGER}`,
  async () => {
    const { status, said, report } = await chaos()
    expect(status, said).toBe(0)
    expect(report).toMatchObject({ lost: 0, duplicated: 0, unledgered: 0, digestEqual: true, starved: false })
  },
  LIMIT_MS,
)

it(
  'exits 1 where a promise is broken, however slow the machine',
  async () => {
    const guard = ALL_GUARDS.find((mutation) => mutation.guard === 'terminal outcomes never drawn again')
    const copy = mutatedCopy(guard?.patches ?? [])
    const { status, said, report } = await chaos('--root', copy.root).finally(() => copy.remove())
    expect(status, said).toBe(1)
    expect(report['contentRedraws']).toBeGreaterThan(0)
  },
  LIMIT_MS,
)

// It takes the machine from all other tests.
it.runIf(IS_AT_LENGTH)(
  'exits 2 where the machine is too slow for what is waited for',
  async () => {
    for (let n = 0; n < 10 * cpus().length; n++) started.push(spawn(process.execPath, ['-e', 'for (;;);']))
    const { status, said, report } = await chaos('--limit-ms', '1')
    expect(status, said).toBe(2)
    expect(said).toMatch(/^starved: .* this machine was too slow, everything took \S+ times as long/m)
    expect(report).toMatchObject({ starved: true })
  },
  LIMIT_MS,
)

it(
  'says what is wrong with an option in a sentence',
  async () => {
    const { status, said } = await chaos('--seed', 'x')
    expect(status).toBe(1)
    expect(said).toContain('must be a whole number')
  },
  LIMIT_MS,
)
