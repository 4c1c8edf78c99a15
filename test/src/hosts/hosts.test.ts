import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { HostedFleet } from './hosted-fleet.js'
import { whyNoHosts } from './test-network.js'

const SPEC = {
  methods: ['sc@8', 'esc:window=4@8', 'asc-beta@8', 'cges:confidence=lns-arith,gamma=0.99@8'],
  questions: 40,
  seed: 11,
}
/** How long a partition has to take hold, and how long it is then watched. */
const TAKES_HOLD_MS = 1500
const WATCHED_MS = 2500
/** How long what stood still may take to go on: what was sent into a partition is sent again ever more seldom. */
const RECOVERS_MS = 30_000

interface Partition {
  readonly what: string
  readonly begin: () => void
  readonly end: () => void
  /** What stands still meanwhile, and what goes on. */
  readonly stands: () => Promise<number>
  readonly goesOn?: () => Promise<number>
}

const trouble = whyNoHosts()
let fleet: HostedFleet | undefined
afterEach(() => fleet?.stop())

async function digestOnOneMachine(): Promise<string> {
  const calm = await TestFleet.start({ redis: null, workers: 1 })
  try {
    return (await calm.ended((await calm.submit(SPEC)).id)).digest ?? ''
  } finally {
    await calm.stop()
  }
}

/** Each is of another kind: what the rest goes on with differs, and so does what a process is told. */
function partitionsOf(hosted: HostedFleet): Partition[] {
  const { network } = hosted
  const one = () => hosted.landed(1)
  const two = () => hosted.landed(2)
  return [
    {
      what: 'a worker and its model server silent for longer than a lease',
      begin: () => network.silence('worker-1'),
      end: () => network.restore('worker-1'),
      stands: one,
      goesOn: two,
    },
    {
      what: 'the coordinator unplugged',
      begin: () => network.unplug('coordinator'),
      end: () => network.restore('coordinator'),
      stands: () => hosted.decided(),
    },
    {
      what: 'a worker that is heard and hears nothing',
      begin: () => network.misdirect('stores', 'worker-1'),
      end: () => network.redirect('stores', 'worker-1'),
      stands: one,
      goesOn: two,
    },
    {
      what: 'API and stores silent to all',
      begin: () => network.silence('stores'),
      end: () => network.restore('stores'),
      stands: () => hosted.landed(),
    },
  ]
}

async function grows(count: () => Promise<number>, message: string): Promise<void> {
  const before = await count()
  await expect.poll(count, { timeout: RECOVERS_MS, message }).toBeGreaterThan(before)
}

async function suffer({ what, begin, end, stands, goesOn }: Partition): Promise<string> {
  await grows(stands, `${what}: at work before`)
  begin()
  await sleep(TAKES_HOLD_MS)
  const before = [await stands(), await goesOn?.()]
  await sleep(WATCHED_MS)
  const after = [await stands(), await goesOn?.()]
  end()
  const healed = performance.now()
  expect(after[0], `${what}: stands still`).toBe(before[0])
  if (goesOn !== undefined) expect(after[1], `${what}: the others go on`).toBeGreaterThan(before[1] ?? 0)
  await grows(stands, `${what}: goes on`)
  return `${what}: on again after ${((performance.now() - healed) / 1000).toFixed(1)} s`
}

it.skipIf(trouble !== null)(
  `evaluates over four hosts to the digest of one machine, through partitions, latency and loss (${trouble ?? 'here it can'})`,
  async () => {
    const digest = await digestOnOneMachine()
    fleet = await HostedFleet.start(SPEC)
    const notes = [fleet.delayFar(20)]
    fleet.network.loseShare(0.02)
    const over = new AbortController()
    const work = fleet.keepBusy(SPEC, over.signal, 60_000)
    try {
      for (const partition of partitionsOf(fleet)) notes.push(await suffer(partition))
    } finally {
      over.abort()
      await work
    }
    const { digests, violations } = await fleet.judged()
    const ledger = await fleet.ledger()
    const served = await fleet.served()
    const lost = fleet.network.lost
    console.log([...notes, `${digests.length} evaluations, ${lost} frames lost, ${JSON.stringify(ledger)}`].join('\n'))
    expect(violations).toEqual([])
    expect(new Set(digests)).toEqual(new Set([digest]))
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(lost).toBeGreaterThan(0)
    expect((ledger['lost'] ?? 0) + (ledger['discarded'] ?? 0), 'attempts that partitions cost').toBeGreaterThan(0)
    // No answer was paid for that the ledger does not know.
    const attempts = Object.values(ledger).reduce((sum, n) => sum + n, 0)
    expect(served).toBeGreaterThanOrEqual(ledger['settled'] ?? 0)
    expect(served).toBeLessThanOrEqual(attempts)
    expect(fleet.exits()).toEqual([])
  },
)
