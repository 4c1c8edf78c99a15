import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { MARK, markedProcesses } from '../support/guard/marked-processes.js'

const mainOf = (folder: string) => fileURLToPath(new URL(`../../dist/chaos/${folder}main.js`, import.meta.url))
const CHAOS = [mainOf(''), '--backend', 'postgres']
const MUTATIONS = [mainOf('mutations/'), '--only', 'fence check at completion']

/** Long for the guard, short for what would end by itself once it misses its parent. */
const END_MS = 15_000

let mark = ''
let folder = ''
let run: ChildProcess | undefined

afterEach(() => {
  run?.kill('SIGKILL')
  for (const { pid } of started()) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const started = () => markedProcesses(mark)
const named = (program: string) => started().filter(({ name }) => name === program).length

/** The real program, once its stores run and most of its fleet. */
async function withItsFleet(program: readonly string[]): Promise<ChildProcess> {
  mark = randomUUID()
  folder = mkdtempSync(join(tmpdir(), 'cges-int-'))
  chmodSync(folder, 0o755)
  const around = process.env[MARK]
  const environment = { ...process.env, TMPDIR: folder, [MARK]: around === undefined ? mark : `${around}:${mark}` }
  const child = (run = spawn(process.execPath, [...program], { env: environment, stdio: 'ignore' }))
  while (named('postgres') === 0 || named('node') < 6) {
    if (child.exitCode !== null) throw new Error('the program ended before it was to be ended')
    await sleep(100)
  }
  return child
}

it.skipIf(process.platform !== 'linux').each([
  ['chaos', 'SIGINT', CHAOS],
  ['chaos', 'SIGKILL', CHAOS],
  ['chaos:mutations', 'SIGINT', MUTATIONS],
  ['chaos:mutations', 'SIGKILL', MUTATIONS],
] as const)('%s that is ended by %s leaves no process and no file behind', async (_, signal, program) => {
  const child = await withItsFleet(program)
  child.kill(signal)
  await once(child, 'exit')
  const until = performance.now() + END_MS
  while (started().length > 0 && performance.now() < until) await sleep(200)
  expect(started()).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})
