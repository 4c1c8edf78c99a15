import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'
import { vllmServe, writeCommand } from './vllm-stand-in.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CGES = join(ROOT, 'apps/cli/bundle/main.js')
const SPEC = { methods: ['sc@8', 'cges:confidence=lns-arith,gamma=0.99@8'], questions: 24, seed: 11 }
/** Its port follows from it. */
const JOB_ID = 40_000 + (process.pid % 20_000)
const LEAD = 30

/** Commands of a cluster's nodes: `sbatch` and `scontrol` note what they were asked, `vllm serve` is the simulator. */
const STAND_INS = {
  sbatch: 'cat > "$CLUSTER/job.sh"; echo "Submitted batch job 1"',
  scontrol: 'echo "$@" >> "$CLUSTER/requeued"',
  vllm: vllmServe(0.04),
}

let fleet: TestFleet
let folder: string
const jobs: ChildProcess[] = []

beforeAll(async () => {
  fleet = await TestFleet.start({ redis: null, workers: 0 })
  folder = mkdtempSync(join(tmpdir(), 'cges-slurm-'))
  for (const [name, script] of Object.entries(STAND_INS)) writeCommand(folder, name, script)
})

afterAll(async () => {
  for (const job of jobs) kill(job)
  await fleet.stop()
  rmSync(folder, { recursive: true, force: true })
})

function environment(): NodeJS.ProcessEnv {
  const { REDIS_URL: _, ...env } = process.env
  const times = { LEASE_MS: '1000', HEARTBEAT_MS: '300', JOB_LOCK_MS: '2000', MAX_DELIVERIES: '100' }
  const path = `${folder}:${process.env['PATH'] ?? ''}`
  return { ...env, ...times, DATABASE_URL: fleet.database.url, CLUSTER: folder, PATH: path }
}

/** A node begins the job that was submitted last, in a session of its own. */
function begin(): ChildProcess {
  const env = { ...environment(), SLURM_JOB_ID: String(JOB_ID) }
  const job = spawn('bash', [join(folder, 'job.sh')], { env, detached: true, stdio: ['ignore', 'ignore', 'inherit'] })
  jobs.push(job)
  return job
}

/** What becomes of a job at its limit: every process of it is gone at once. */
function kill(job: ChildProcess): void {
  try {
    process.kill(-(job.pid ?? 0), 'SIGKILL')
  } catch {
    // It has ended.
  }
}

const counted = async (condition: string): Promise<number> =>
  (await fleet.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${condition}`))[0]?.n ?? 0

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('nothing came of it within a minute')
    await sleep(20)
  }
}

const landed = () => counted('sample')
const inFlight = () => counted(`call WHERE state = 'leased'`)

describe('a job of Slurm, by the script that is submitted', { timeout: 600_000 }, () => {
  it('is killed at its limit mid-sample, ends before it, goes on, and loses nothing', async () => {
    const args = [
      'slurm',
      'submit',
      '--pool',
      'test',
      '--model',
      'simulated-model',
      '--lead',
      String(LEAD),
      '--concurrency',
      '8',
    ]
    const submitted = spawnSync(process.execPath, [CGES, ...args], { env: environment(), encoding: 'utf8' })
    expect(submitted).toMatchObject({ status: 0, stdout: 'Submitted batch job 1\n' })
    const script = readFileSync(join(folder, 'job.sh'), 'utf8')
    expect(script).toContain(`#SBATCH --signal=B:USR1@${LEAD}\n#SBATCH --requeue\n`)
    expect(script).not.toContain(fleet.database.url)

    const first = begin()
    await until(async () => (await counted('pool')) > 0)
    const { id } = await fleet.submit(SPEC)
    await until(async () => (await landed()) > 10 && (await inFlight()) > 4)
    kill(first)
    await once(first, 'exit')
    expect(await inFlight()).toBeGreaterThan(0)
    const kept = await landed()

    const second = begin()
    await until(async () => (await landed()) > kept + 10 && (await inFlight()) > 4)
    second.kill('SIGUSR1')
    expect(await once(second, 'exit')).toEqual([0, null])
    expect(readFileSync(join(folder, 'requeued'), 'utf8')).toBe(`requeue ${JOB_ID}\n`)
    expect(await inFlight()).toBe(0)
    expect(await landed()).toBeGreaterThan(kept)
    expect((await fleet.view(id)).status).toBe('running')

    rmSync(join(folder, 'requeued'))
    const third = begin()
    const disturbed = await fleet.ended(id)
    const calm = await fleet.ended((await fleet.submit(SPEC)).id)
    third.kill('SIGTERM')
    expect(await once(third, 'exit')).toEqual([0, null])
    expect(existsSync(join(folder, 'requeued'))).toBe(false)

    expect(disturbed.trials).toEqual({ total: 24, closed: 24, blocked: 0 })
    expect(disturbed.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(disturbed.digest).toBe(calm.digest)
  })

  it('fails where its model server ends by itself', async () => {
    writeCommand(folder, 'vllm', 'sleep 1; exit 7')
    expect(await once(begin(), 'exit')).toEqual([1, null])
    expect(existsSync(join(folder, 'requeued'))).toBe(false)
  })
})
