import { jainIndex } from '@cges-fleet/core'
import { type DataSource, insertEvaluation, openDatabase, resumeEvaluation, type TeamId } from '@cges-fleet/db'
import { ModelProfile } from '@cges-fleet/statistics'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { ATTEMPTS, newEvaluation, otherTeam, POOL, questions, selectOne } from '../support/evaluation-rows.js'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { TestFleet } from './test-fleet.js'

/** Much of it is for machines that do much else. */
vi.setConfig({ testTimeout: 300_000 })

const redis = inject('redis')
const queues = [
  { title: 'queued in PostgreSQL', url: null, skip: false },
  { title: 'queued in Redis (needs redis-server)', url: redis, skip: redis === null },
]

let fleet: TestFleet | undefined
let db: DataSource | undefined

/** A profile of a model whose answers all take about so many tokens. */
async function evenProfile(tokens: number): Promise<string> {
  const gsm8k = new URL('../../../apps/vllm-sim/profiles/gsm8k.json', import.meta.url)
  const profile = ModelProfile.parse(JSON.parse(await readFile(gsm8k, 'utf8')))
  const path = `${await mkdtemp(`${tmpdir()}/profile-`)}/even.json`
  await writeFile(path, JSON.stringify({ ...profile, length: { medianTokens: tokens, spread: 0, wrongTimes: 1 } }))
  return path
}

afterEach(async () => {
  await fleet?.stop()
  await db?.destroy()
  fleet = undefined
})

/** A fleet with one worker of four slots, whose samples take about 70 ms each by default. */
async function start(url: string | null, tokens = 60, timeScale = 0.1): Promise<{ fleet: TestFleet; db: DataSource }> {
  fleet = await TestFleet.start({
    redis: url,
    workers: 1,
    concurrency: 4,
    timeScale,
    worker: { POOL },
    simulator: { PROFILE: await evenProfile(tokens) },
  })
  db = await openDatabase({ url: fleet.database.url, application: 'test', connections: 4 })
  return { fleet, db }
}

interface ShareCase {
  readonly team: TeamId
  readonly questions: number
  readonly budget: number
  readonly maxTokens?: number
}

async function submit(
  to: DataSource,
  { team, questions: count, budget, maxTokens = 1024 }: ShareCase,
): Promise<string> {
  const content = { name: `numbers-${count}`, questions: questions(count) }
  const wanted = await newEvaluation(to, { team, methods: [`sc@${budget}`], benchmark: content })
  const sampling = { ...wanted.sampling, maxTokens }
  const inserted = await insertEvaluation(to, team, { ...wanted, sampling })
  return inserted.kind === 'conflict' ? '' : inserted.id
}

async function teamOf(to: DataSource, weight = 1): Promise<TeamId> {
  const team = await otherTeam(to)
  await to.query('UPDATE team SET weight = $2 WHERE id = $1', [team, weight])
  return team
}

/** Teams of the calls started since, in order. */
async function startsSince(to: DataSource, since: Date): Promise<TeamId[]> {
  const rows: { team: TeamId }[] = await to.query(
    `SELECT team_id AS team FROM ${ATTEMPTS} l WHERE started_at > $1 ORDER BY started_at`,
    [since],
  )
  return rows.map(({ team }) => team)
}

async function plannedSince(to: DataSource, teams: readonly TeamId[]): Promise<Date> {
  const last = async () => {
    const [row]: { at: Date | null; n: number }[] = await to.query(
      `SELECT max(first) AS at, count(*)::int AS n FROM (
         SELECT min(created_at) AS first FROM call WHERE team_id = ANY($1) GROUP BY team_id) s`,
      [teams],
    )
    return row?.n === teams.length ? row.at : null
  }
  await expect.poll(last, { timeout: 60_000 }).not.toBeNull()
  return (await last()) ?? new Date(0)
}

/** When the last of some teams had its first start: from then on all of them wait in the queue. */
async function queuedSince(to: DataSource, teams: readonly TeamId[]): Promise<Date> {
  const first = async () => {
    const starts = await startsSince(to, new Date(0))
    return teams.every((team) => starts.includes(team))
  }
  await expect.poll(first, { timeout: 60_000 }).toBe(true)
  const [row]: { at: Date }[] = await to.query(
    `SELECT max(first) AS at FROM (
       SELECT min(started_at) AS first FROM ${ATTEMPTS} l WHERE team_id = ANY($1) GROUP BY team_id) s`,
    [teams],
  )
  return row?.at ?? new Date(0)
}

/** Waits until an evaluation is paused since its answers are cut off, and resumes it. */
async function resumeOncePaused(to: DataSource, team: TeamId, id: string): Promise<void> {
  const status = () => selectOne<{ status: string }>(to, 'SELECT status FROM evaluation WHERE id = $1', [id])
  await expect.poll(status, { timeout: 60_000 }).toEqual({ status: 'paused' })
  await resumeEvaluation(to, team, id)
}

const count = (starts: readonly TeamId[], team: TeamId): number => starts.filter((one) => one === team).length

describe.for(queues)('$title', ({ url, skip }) => {
  /** What one of the two queues shows is shown of the other at length. */
  const [shownInRedis, shownInPostgres] = [url === null, url !== null].map((isOther) => isOther && !IS_AT_LENGTH)

  it.skipIf(skip)(
    'shares the next 400 starts by weight among a backlog of 5,000 and two teams that come later',
    async () => {
      const { db: to } = await start(url)
      const a = await teamOf(to)
      const b = await teamOf(to)
      const c = await teamOf(to, 2)
      await submit(to, { team: a, questions: 313, budget: 16 })
      await expect
        .poll(async () => (await startsSince(to, new Date(0))).length, { timeout: 60_000 })
        .toBeGreaterThan(100)
      await submit(to, { team: b, questions: 40, budget: 16 })
      await submit(to, { team: c, questions: 40, budget: 16 })
      const since = await queuedSince(to, [b, c])
      const next = async () => (await startsSince(to, since)).slice(0, 400)
      await expect.poll(async () => (await next()).length, { timeout: 150_000, interval: 500 }).toBe(400)
      const starts = await next()
      const shares = [a, b, c].map((team) => count(starts, team))
      console.log(`of the next 400 starts: ${shares.join(' / ')}`)
      for (const [at, fair] of [100, 100, 200].entries()) {
        expect(Math.abs((shares[at] ?? 0) - fair)).toBeLessThanOrEqual(0.05 * fair)
      }
    },
  )

  it.skipIf(skip || shownInRedis)(
    `starts a team with ten samples within one sample’s length of planning them${shownInRedis ? LONGER : ''}`,
    async () => {
      const { db: to } = await start(url)
      const many = await teamOf(to)
      const few = await teamOf(to)
      await submit(to, { team: many, questions: IS_AT_LENGTH ? 6250 : 1250, budget: 16 })
      await expect
        .poll(async () => (await startsSince(to, new Date(0))).length, { timeout: 60_000 })
        .toBeGreaterThan(100)
      await submit(to, { team: few, questions: 10, budget: 1 })
      const since = await plannedSince(to, [few])
      const mine = async () => count(await startsSince(to, since), few)
      await expect.poll(mine, { timeout: 60_000 }).toBe(10)
      const starts = await startsSince(to, since)
      // Ten turns of two teams, after what is started between the plan and the queue.
      console.log(`its first start is number ${starts.indexOf(few) + 1}, its last ${starts.lastIndexOf(few) + 1}`)
      expect(starts.lastIndexOf(few) - starts.indexOf(few)).toBeLessThan(50)
      expect(starts.indexOf(few)).toBeLessThan(40)
    },
  )

  it.skipIf(skip || shownInPostgres)(
    `shares GPU time, not samples, between long answers and short ones${shownInPostgres ? LONGER : ''}`,
    async () => {
      const { db: to } = await start(url, 160, 0.25)
      const long = await teamOf(to)
      const short = await teamOf(to)
      await submit(to, { team: long, questions: 100, budget: 16 })
      const cut = await submit(to, { team: short, questions: 300, budget: 16, maxTokens: 20 })
      await resumeOncePaused(to, short, cut)
      const used = async (since: Date) => {
        const rows: { team: TeamId; ms: number }[] = await to.query(
          `SELECT team_id AS team, sum(gpu_ms)::float8 AS ms FROM call_ledger
         WHERE gpu_ms IS NOT NULL AND ended_at > $1 GROUP BY 1`,
          [since],
        )
        return [long, short].map((team) => rows.find((row) => row.team === team)?.ms ?? 0)
      }
      // The first samples are placed before anyone knows how long they are.
      const startsOfLong = async () => count(await startsSince(to, new Date(0)), long)
      await expect.poll(startsOfLong, { timeout: 150_000, interval: 250 }).toBeGreaterThan(56)
      const settled = new Date()
      const total = async () => (await used(settled)).reduce((sum, ms) => sum + ms, 0)
      await expect.poll(total, { timeout: 150_000, interval: 250 }).toBeGreaterThan(12_000)
      const shares = await used(settled)
      const samples = [long, short].map(async (team) => count(await startsSince(to, new Date(0)), team))
      console.log(`GPU ms ${shares.map(Math.round).join(' / ')}, samples ${(await Promise.all(samples)).join(' / ')}`)
      expect(jainIndex(shares)).toBeGreaterThan(0.95)
    },
  )
})
