import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, it } from 'vitest'
import { NO_BROWSER } from '../../browser/test-browser.js'
import { MARK, markedProcesses } from '../../support/guard/marked-processes.js'
import { some } from '../../support/repetitions.js'
import { processesBelow, type Seen, stillRunning } from '../../support/processes-below.js'

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const CONFIG = fileURLToPath(new URL('vitest.config.ts', import.meta.url))

/** PostgreSQL's own user must be able to enter it. */
function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `cges-ended-${name}`))
  chmodSync(folder, 0o755)
  return folder
}

const folder = openFolder('')
let mark = ''
let seen: Seen[] = []

afterEach(() => {
  for (const left of stillRunning(seen)) process.kill(Number.parseInt(left, 10), 'SIGKILL')
  for (const { pid } of markedProcesses(mark)) process.kill(pid, 'SIGKILL')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A real run of vitest, once all that its one test starts has started. */
async function hangingRun(): Promise<{ run: ChildProcess; data: string }> {
  mark = randomUUID()
  const ready = join(folder, mark)
  const environment = { ...process.env, [MARK]: mark, READY_FILE: ready, TMPDIR: openFolder('t') }
  const run = spawn(process.execPath, [VITEST, 'run', '--config', CONFIG], { env: environment, stdio: 'ignore' })
  while (!existsSync(ready) || readFileSync(ready, 'utf8') === '') {
    if (run.exitCode !== null) throw new Error('the run ended before it was to be ended')
    await sleep(100)
  }
  return { run, data: environment.TMPDIR }
}

it.skipIf(process.platform !== 'linux').each(some(['SIGKILL', 'SIGTERM', 'SIGINT'] as const))(
  'a test run that is ended by %s leaves no process and none of its stores behind',
  { timeout: 300_000 },
  async (signal) => {
    const { run, data } = await hangingRun()
    seen = processesBelow(run.pid ?? 0)
    const commands = seen.map(({ command }) => command).join('\n')
    for (const program of [
      'postgres',
      'redis-server',
      'guard-main',
      'apps/worker',
      ...(NO_BROWSER === null ? ['chromium'] : []),
    ]) {
      expect(commands).toContain(program)
    }
    run.kill(signal)
    await once(run, 'exit')
    const until = performance.now() + 60_000
    const left = () => [...stillRunning(seen), ...markedProcesses(mark).map(({ pid, name }) => `${pid} ${name}`)]
    while (left().length > 0 && performance.now() < until) await sleep(200)
    expect(left()).toEqual([])
    expect(readdirSync(data).filter((name) => name.startsWith('cges-test-'))).toEqual([])
    rmSync(data, { recursive: true, force: true })
  },
)
