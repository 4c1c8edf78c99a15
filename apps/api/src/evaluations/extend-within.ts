import { type Extension } from '@cges-fleet/core'
import { methodKey, type MethodSpec, requiredSignals } from '@cges-fleet/methods'
import { type Database, extendEvaluation, listPools, readOriginal, type TeamId } from '@cges-fleet/db'
import { Refusal, refuseField } from '../http/refusal.js'
import { unknownEvaluation } from './read-view.js'
import { refuseUnrunnable } from './refuse-unrunnable.js'

const MOST_METHODS = 64

/** Extends an evaluation by what its pool can run and the samples it has allow. */
export async function extendWithin(
  db: Database,
  team: TeamId,
  { id, extension }: { readonly id: string; readonly extension: Extension },
): Promise<void> {
  const original = await readOriginal(db, team, id)
  if (original === null) throw unknownEvaluation(id)
  const methods = wantedMethods(original.methods, extension)
  const pool = (await listPools(db)).find(({ name }) => name === original.pool)
  if (pool !== undefined) refuseUnrunnable(methods, pool)
  refuseMissingSignals(original.methods, methods)
  const keys = new Set([...original.methods, ...methods].map(methodKey))
  if (keys.size > MOST_METHODS) throw refuseField('methods', `an evaluation has at most ${MOST_METHODS}`)
  const { replicates, caps, reason } = extension
  const extended = await extendEvaluation(db, team, { id, methods, replicates, caps, reason })
  if (extended === null) throw unknownEvaluation(id)
  if (extended.kind !== 'refused') return
  if (extended.field === 'status') throw new Refusal('conflict', extended.problem)
  throw refuseField(extended.field, extended.problem)
}

/** A budget without methods means every method there is, at this budget too. */
function wantedMethods(known: readonly MethodSpec[], { methods, budget }: Extension): MethodSpec[] {
  if (methods.length > 0 || budget === undefined) return methods
  const byKey = new Map(known.map((spec) => ({ ...spec, budget })).map((spec) => [methodKey(spec), spec]))
  return [...byKey.values()]
}

/** Samples drawn before were not scored, and a reward model's scores cannot be had afterwards. */
function refuseMissingSignals(known: readonly MethodSpec[], added: readonly MethodSpec[]): void {
  if (requiredSignals(known).includes('rm') || !requiredSignals(added).includes('rm')) return
  throw refuseField(
    'methods',
    'the samples drawn so far have no reward scores (confidence=rm): submit a new evaluation',
  )
}
