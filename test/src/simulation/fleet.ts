import { type Attempt, type Claimed, Violation } from './model-database.js'
import { commitRound } from './model-commit.js'
import { loadRound, plan } from './model-round.js'
import type { Taken } from './model-queue.js'
import type { Process, Steps } from './scheduler.js'
import { untilServed } from './clients.js'
import { answerTo, type CallJob, type RoundJob, type World } from './world.js'

const LEASE_MS = 30_000
const JOB_LOCK_MS = 30_000
const SWEEP_MS = 1000
const PAGE = 200
/** How often a fault that may come from the answer itself is met. */
const FAULTY = 0.03

/** The processes of a fleet and its clients, as steps between which anything may happen. */
export function processesOf(world: World): Process[] {
  const { scenario } = world
  const { coordinators, workers } = scenario
  const process = (name: string, start: () => readonly Steps[], at: number | null = null): Process => {
    const skewMs = at === null ? 0 : (at % 2 === 0 ? 1 : -1) * scenario.skewMs
    return { name, start, isOfFleet: at !== null, isAlive: false, life: 0, frozenUntil: 0, skewMs }
  }
  return [
    ...Array.from({ length: coordinators }, (_, at) => {
      const made = process(`coordinator ${at}`, () => coordinator(world, made), at)
      return made
    }),
    ...Array.from({ length: workers }, (_, at) => {
      const made = process(`worker ${at}`, () => worker(world, made), at)
      return made
    }),
    process('queue', () => [stalledJobs(world)]),
    process('clients', () => scenario.evaluations.map((submitted, at) => untilServed(world, submitted, at))),
  ]
}

function coordinator(world: World, process: Process): Steps[] {
  return [roundLoop(world, process), roundLoop(world, process), sweepLoop(world)]
}

async function* roundLoop(world: World, process: Process): AsyncGenerator<number, void> {
  const { rounds, random, db } = world
  for (;;) {
    const job = rounds.take(0, db.now, JOB_LOCK_MS)
    if (job === null) {
      yield -(2 + 20 * random.next())
      continue
    }
    yield 1
    yield* round(world, process, job)
    rounds.complete(job)
    yield 0
  }
}

async function* round(world: World, process: Process, job: Taken<RoundJob>): AsyncGenerator<number, void> {
  const { db, calls } = world
  const { evaluationId } = job.data
  const holder = { process }
  while (!world.tryLock(evaluationId, holder)) yield 3
  const evaluation = db.evaluation(evaluationId)
  const open = loadRound(db, evaluationId, {
    newTrial: (ordinal) => world.newTrial(evaluation, ordinal),
    idleSlots: Math.max(
      0,
      world.scenario.workers * world.scenario.concurrency - calls.active.length - calls.waiting.length,
    ),
  })
  if (db.lacks('samples are marked read in the transaction that decides'))
    for (const each of open.taken) db.markRead(each)
  if (db.lacks('totals are counted in the transaction that reads')) evaluation.samplesDrawn += open.taken.length
  yield 1
  const planned = open.state === null ? null : await plan(open)
  if (planned instanceof Error) throw planned
  yield 1
  const result = commitRound(db, open, planned, () => world.newId('c'))
  world.unlock(evaluationId, holder)
  yield 0
  for (const call of result.queued) {
    calls.add({ id: jobId(call), data: { callId: call.id, fence: call.fence }, deduplication: null })
  }
  yield 0
  if (result.more) world.askRound(evaluationId)
  yield 0
}

function jobId({ id, fence }: { readonly id: string; readonly fence: number }, repair: number | null = null): string {
  return repair === null ? `${id}.${fence}` : `${id}.${fence}.${repair}`
}

/** The sweep of a coordinator, in the order in which it does its parts. */
function* sweepLoop(world: World): Generator<number, void> {
  const { db, calls, random } = world
  let after: string | null = null
  for (;;) {
    yield SWEEP_MS * (0.5 + random.next())
    db.returnExpired()
    yield 0
    if (!db.lacks('the sweep queues what the queue lacks')) {
      const due = db.due(after, PAGE)
      after = due.length < PAGE ? null : (due.at(-1)?.id ?? null)
      const held = new Set([...calls.waiting, ...calls.active].map((id) => id.split('.').slice(0, 2).join('.')))
      yield 0
      const lacking = due.filter((call) => !held.has(jobId(call)))
      const taken = db.takeLost(lacking.map(({ id, fence }) => ({ callId: id, fence })))
      yield 0
      for (const { call, repairBefore } of taken) {
        if (!db.lacks('what is left of a lost job is removed')) {
          calls.remove(jobId(call))
          if (repairBefore !== null) calls.remove(jobId(call, repairBefore))
        }
        const repair = db.lacks('what is left of a lost job is removed') ? null : call.queuedAt
        calls.add({ id: jobId(call, repair), data: { callId: call.id, fence: call.fence }, deduplication: null })
      }
      yield 0
    }
    if (!db.lacks('the sweep asks for missing rounds')) {
      for (const id of db.needingRound()) {
        askMissingRound(world, id)
        yield 0
      }
    }
  }
}

/** `RoundQueue.reconcile` of one evaluation. */
function askMissingRound(world: World, id: string): void {
  const { rounds, db } = world
  const isOf = (jobIds: readonly string[]) => jobIds.some((job) => job.startsWith(`${id}.`))
  if (isOf(rounds.waiting)) return
  const job = rounds.jobOf(id)
  const isHeld = job !== null && [...rounds.waiting, ...rounds.active].includes(job)
  if (!isOf(rounds.active) && job !== null && !isHeld && !db.lacks('what is left of a lost round is removed')) {
    rounds.remove(job)
    rounds.removeDeduplication(id)
  }
  world.askRound(id)
}

interface Held extends Attempt {
  isLost: boolean
}

function worker(world: World, process: Process): Steps[] {
  const held = new Set<Held>()
  const draws = Array.from({ length: world.scenario.concurrency }, () => drawLoop(world, process, held))
  return [...draws, renewLoop(world, held)]
}

function* renewLoop({ db }: World, held: ReadonlySet<Held>): Generator<number, void> {
  for (;;) {
    yield LEASE_MS / 3
    const attempts = [...held]
    const wanted = db.renew(attempts, LEASE_MS)
    for (const [at, attempt] of attempts.entries()) if (wanted[at] !== true) attempt.isLost = true
  }
}

function* drawLoop(world: World, process: Process, held: Set<Held>): Generator<number, void> {
  const { calls, random, db } = world
  for (;;) {
    // Order is drawn: a queue may deliver in any.
    const place = Math.floor(random.next() * Math.min(8, calls.waiting.length))
    const job = calls.waiting.length === 0 ? null : calls.take(place, db.now, JOB_LOCK_MS)
    if (job === null) {
      yield -(5 + 40 * random.next())
      continue
    }
    yield 0
    const isPutBack = yield* draw(world, process, held, job)
    if (isPutBack) calls.putBack(job)
    else calls.complete(job)
    yield 0
  }
}

/** One delivery of a call, from its claim to its end. Returns whether its job goes back to the queue. */
function* draw(
  world: World,
  process: Process,
  held: Set<Held>,
  { data: { callId } }: Taken<CallJob>,
): Generator<number, boolean> {
  const { db, random, scenario } = world
  const claim = world.newId('k')
  const { maxDeliveries } = scenario
  const claiming = { claim, worker: process.name, leaseMs: LEASE_MS, maxDeliveries }
  const ask = (): Claimed | null => db.claim(callId, { ...claiming, processNow: db.now + process.skewMs })
  const before = db.calls.get(callId)?.fence
  let claimed = ask()
  if (claimed !== null && claimed.fence !== before) checkClaim(world, claimed)
  // The answer may be lost on its way: the same claim is then made again.
  if (random.next() < 0.02) {
    yield 50
    claimed = ask()
  }
  if (claimed === null) {
    yield 0
    const given = db.giveUp(callId, maxDeliveries)
    if (given !== null) world.askRound(given)
    return false
  }
  yield* made(world, claimed, held)
  return yield* written(world, claimed, held)
}

/** What must hold when a call has just been claimed. */
function checkClaim({ db }: World, { callId, evaluationId }: Claimed): void {
  const { status, redelivered, redeliveries } = db.evaluation(evaluationId)
  if (status !== 'running') throw new Violation(`${callId} is claimed of an evaluation that is ${status}`)
  if (redeliveries !== null && redelivered > redeliveries) throw new Violation(`${callId} is claimed unpaid`)
}

function* made({ random }: World, claimed: Claimed, held: Set<Held>): Generator<number, void> {
  const attempt: Held = { callId: claimed.callId, fence: claimed.fence, isLost: false }
  held.add(attempt)
  // Answers differ in length a hundredfold.
  yield 20 * 100 ** random.next()
}

function* written(world: World, claimed: Claimed, held: Set<Held>): Generator<number, boolean> {
  const { db, random } = world
  const attempt = [...held].find(({ callId, fence }) => callId === claimed.callId && fence === claimed.fence)
  const isFaulty = random.next() < FAULTY
  const write = (): void => {
    if (attempt?.isLost === true) db.end(claimed, { state: 'handed_back', again: true })
    else if (isFaulty) db.end(claimed, { state: 'failed', again: true, unclear: true, backOffMs: 500 })
    else if (db.land(claimed, answerTo(claimed.seed))) world.askRound(claimed.evaluationId)
  }
  write()
  // The answer of the database may be lost: what was written is written again, and counts once.
  if (random.next() < 0.02) {
    yield 50
    write()
  }
  yield 0
  if (attempt !== undefined) held.delete(attempt)
  return attempt?.isLost === true
}

function* stalledJobs({ calls, rounds, db }: World): Generator<number, void> {
  for (;;) {
    yield JOB_LOCK_MS / 2
    calls.returnStalled(db.now)
    rounds.returnStalled(db.now)
  }
}
