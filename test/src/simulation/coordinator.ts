import type { RoundPlan } from '@cges-fleet/coordinator/plan'
import { commitRound } from './model-commit.js'
import { noteFailure } from './model-lifecycle.js'
import type { Taken } from './model-queue.js'
import { loadRound, type OpenRound, plan } from './model-round.js'
import { keepTurns, takeTurns, type Turns } from './model-turns.js'
import type { Process, Steps } from './scheduler.js'
import type { RoundJob, World } from './world.js'

export const JOB_LOCK_MS = 30_000
const SWEEP_MS = 1000
const PAGE = 200

/** A coordinator: two rounds at a time, and the sweep. */
export function coordinator(world: World, process: Process): Steps[] {
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
  world.checkRetry(open)
  if (world.roundFails(evaluationId, open)) {
    world.unlock(evaluationId, holder)
    yield 1
    noteFailure(db, evaluationId)
    world.checkStuck(evaluationId)
    yield 0
    return
  }
  const turns = planned === null ? null : yield* takenTurns(world, { open, planned, holder })
  const result = commitRound(db, open, turns, () => world.newId('c'))
  if (turns !== null) keepTurns(db, evaluation, { ...turns, tags: result.tags })
  world.unlock(evaluation.team.name, holder)
  world.unlock(evaluationId, holder)
  yield 0
  for (const call of result.queued) {
    calls.add({ id: jobId(call), data: { callId: call.id, fence: call.fence }, deduplication: null })
  }
  yield 0
  if (result.more) world.askRound(evaluationId)
  yield 0
}

/** The turns of what a round has planned; the team's others wait from here to its commit. */
function* takenTurns(
  world: World,
  { open, planned, holder }: { open: OpenRound; planned: RoundPlan; holder: object },
): Generator<number, Turns & { readonly plan: RoundPlan }> {
  const { db } = world
  const { evaluation } = open
  const { name } = evaluation.team
  if (planned.samples.length > 0 && !db.lacks('a team takes its turns one round at a time')) {
    while (!world.tryLock(name, holder)) yield 3
  }
  const turns = takeTurns(db, evaluation, planned.samples.length, open.returned.length)
  yield 1
  return { plan: planned, ...turns }
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
