import { changeStatus, extend, mayRetry, retry } from './model-lifecycle.js'
import { specOf, type Submitted, type World } from './world.js'

/** Somebody who submits an evaluation and looks after it until it is finished. */
export function* untilServed(world: World, submitted: Submitted, at: number): Generator<number, void> {
  yield* client(world, submitted, at)
  world.clientsLeft -= 1
}

/** Somebody who submits an evaluation, meddles with it, and has it finished: retried, its cap raised. */
function* client(world: World, submitted: Submitted, at: number): Generator<number, void> {
  const { db } = world
  yield submitted.atMs
  const { id } = world.submit(submitted, at)
  yield 0
  world.askRound(id)
  if (submitted.meddling !== null) yield* meddle(world, id, submitted.meddling)
  let added = submitted.addedMethod
  while (added !== null || !isFinished(world, id)) {
    yield 2000
    if (db.evaluation(id).status === 'cancelled') return
    if (!world.tryLock(id, submitted)) continue
    const evaluation = db.evaluation(id)
    if (evaluation.status === 'budget_stopped') {
      Object.assign(evaluation, { callCap: null, redeliveries: null, status: 'running' })
      world.askRound(id)
    } else if (evaluation.status === 'done' && retry(db, id) > 0) world.askRound(id)
    else if (evaluation.status === 'done' && added !== null) {
      extend(db, id, [specOf(added)])
      added = null
      world.askRound(id)
    }
    world.unlock(id, submitted)
  }
}

/** Whether it ended, and nothing of it could be retried. */
export function isFinished({ db }: World, id: string): boolean {
  const { status } = db.evaluation(id)
  if (status === 'cancelled') return db.landedOf(id).size === 0
  return status === 'done' && !mayRetry(db, id) && db.landedOf(id).size === 0
}

function* meddle(
  world: World,
  id: string,
  { kind, atMs, forMs }: NonNullable<Submitted['meddling']>,
): Generator<number, void> {
  const { db } = world
  const holder = {}
  yield atMs
  while (!world.tryLock(id, holder)) yield 3
  const status = changeStatus(db, id, { from: ['running', 'stuck'], to: kind === 'cancel' ? 'cancelled' : 'paused' })
  world.unlock(id, holder)
  if (status === 'cancelled') world.noteCancelled(id)
  if (status !== 'paused') return
  yield forMs
  while (!world.tryLock(id, holder)) yield 3
  changeStatus(db, id, { from: ['paused'], to: 'running' })
  world.unlock(id, holder)
  world.askRound(id)
}
