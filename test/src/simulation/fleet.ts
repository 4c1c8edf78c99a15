import { type Attempt, type Claimed, Violation } from './model-database.js'
import { coordinator, JOB_LOCK_MS } from './coordinator.js'
import { needed } from './model-lifecycle.js'
import type { Taken } from './model-queue.js'
import type { Process, Steps } from './scheduler.js'
import { untilServed } from './clients.js'
import { answerTo, type CallJob, type World } from './world.js'

const LEASE_MS = 30_000
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
    const renewed = db.renew(attempts, LEASE_MS)
    const stillNeeded = needed(db, attempts)
    for (const [at, attempt] of attempts.entries())
      if (renewed[at] !== true || stillNeeded[at] !== true) attempt.isLost = true
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
