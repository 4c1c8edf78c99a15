import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { vllmServe, writeCommand } from '../fleet/vllm-stand-in.js'
import { DebianSlurm, HAS_SLURM } from './debian-slurm.js'

const CGES = fileURLToPath(new URL('../../../apps/cli/bundle/main.js', import.meta.url))
const SPEC = { methods: ['sc@8', 'cges:confidence=lns-arith,gamma=0.99@8'], questions: 240, seed: 11 }
/** Slurm's limits are of whole minutes, it looks at them every half minute, and may give notice a minute too early. */
const MINUTES = { timeout: 240_000, interval: 100 }

describe.skipIf(process.env['SLURM'] !== 'debian' || !HAS_SLURM)(
  'a real Slurm (npm run test:with -- slurm; needs slurmctld, slurmd, slurm-client and munge)',
  () => {
    let fleet: TestFleet
    let slurm: DebianSlurm
    let bin: string

    beforeAll(async () => {
      fleet = await TestFleet.start({ redis: null, workers: 0 })
      bin = mkdtempSync(join(tmpdir(), 'cges-slurm-'))
      // A sample takes some seconds, as a GPU's does.
      writeCommand(bin, 'vllm', vllmServe(1))
      slurm = await DebianSlurm.start()
    })

    afterAll(async () => {
      await slurm.stop()
      await fleet.stop()
      rmSync(bin, { recursive: true, force: true })
    })

    function submit(...args: readonly string[]): string {
      const { REDIS_URL: _, ...inherited } = process.env
      const times = { LEASE_MS: '10000', HEARTBEAT_MS: '1000', JOB_LOCK_MS: '2000', MAX_DELIVERIES: '100' }
      const path = `${bin}:${process.env['PATH'] ?? ''}`
      const env = { ...inherited, ...slurm.environment, ...times, DATABASE_URL: fleet.database.url, PATH: path }
      const common = ['--pool', 'test', '--model', 'simulated-model', '--concurrency', '8', '--lead', '60']
      const all = ['slurm', 'submit', ...common, `--sbatch=--output=${join(bin, 'job.out')}`, ...args]
      const { stdout, stderr } = spawnSync(process.execPath, [CGES, ...all], { env, encoding: 'utf8' })
      expect(stdout, stderr).toMatch(/^Submitted batch job \d+\n$/u)
      return stdout.replaceAll(/\D/gu, '')
    }

    const counted = async (condition: string): Promise<number> =>
      (await fleet.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${condition}`))[0]?.n ?? 0
    const landed = () => counted('sample')
    const inFlight = () => counted(`call WHERE state = 'leased'`)

    it('kills a job at its limit mid-sample, has another give way before its limit and go on: the same digest', async () => {
      // Told of nothing: a signal that nobody reads takes the notice's place.
      const killed = submit('--time', '00:01:00', '--sbatch=--signal=B:URG@1')
      await expect.poll(() => counted('pool'), MINUTES).toBe(1)
      const { id } = await fleet.submit(SPEC)
      let before = 0
      const state = async () => {
        before = await inFlight()
        return slurm.job(killed).state
      }
      await expect.poll(state, MINUTES).not.toBe('RUNNING')
      await expect.poll(() => slurm.job(killed), MINUTES).toEqual({ state: 'TIMEOUT', restarts: 0 })
      const kept = await landed()
      console.log(`${slurm.version}: killed at its limit with ${before} calls under way and ${kept} samples landed`)
      expect(before).toBeGreaterThan(0)
      expect(kept).toBeGreaterThan(0)

      const again = submit('--time', '00:03:00')
      await expect.poll(landed, MINUTES).toBeGreaterThan(kept + 8)
      await expect.poll(() => slurm.job(again).restarts, MINUTES).toBe(1)
      expect(await inFlight()).toBe(0)
      const drained = await landed()
      expect((await fleet.view(id)).status).toBe('running')
      await expect.poll(landed, MINUTES).toBeGreaterThan(drained + 8)
      expect(slurm.job(again)).toEqual({ state: 'RUNNING', restarts: 1 })
      console.log(`queued again with ${drained} landed, none under way; ${await landed()} once it ran again`)
      expect(readFileSync(join(bin, 'job.out'), 'utf8')).not.toContain('ended by itself')

      expect(slurm.tells('scancel', again)).toBe('')
      await expect.poll(() => slurm.job(again).state, MINUTES).toBe('CANCELLED')
      await fleet.startWorker()
      const disturbed = await fleet.ended(id)
      const calm = await fleet.ended((await fleet.submit(SPEC)).id)
      expect(disturbed.trials).toEqual({ total: 240, closed: 240, blocked: 0 })
      expect(disturbed.digest).toMatch(/^[0-9a-f]{64}$/)
      expect(disturbed.digest).toBe(calm.digest)
      console.log(`digest ${String(disturbed.digest)}, as undisturbed`)
    }, 900_000)
  },
)
