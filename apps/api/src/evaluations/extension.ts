import { type Extension, needsOf, type SetAsideMethod } from '@cges-fleet/core'
import { extendEvaluation, listPools, selectOriginal } from '@cges-fleet/db'
import { methodKey, type MethodSpec, requiredSignals, requiredWindows } from '@cges-fleet/methods'
import type { Caller } from '../access/caller.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { unknownEvaluation } from './evaluation-view.js'
import { refuseTooFew, refuseUnrunnable } from './runnable.js'

const MOST_METHODS = 64

/** Extends an evaluation as far as its pool and its existing samples allow. */
export async function extendWithin({ db, team, actor }: Caller, id: string, extension: Extension): Promise<void> {
  const original = await selectOriginal(db, team, id)
  if (original === null) throw unknownEvaluation(id)
  const methods = wantedMethods(original.methods, extension)
  const pool = (await listPools(db)).find(({ name }) => name === original.pool)
  if (pool !== undefined) refuseUnrunnable(methods, pool)
  refuseTooFew(methods, original.questions, [...original.methods, ...methods])
  refuseMissingSignals(original.methods, methods)
  refuseSetAside(original.setAside ?? [], methods)
  const keys = new Set([...original.methods, ...methods].map(methodKey))
  if (keys.size > MOST_METHODS) throw refuseField('methods', `an evaluation has at most ${MOST_METHODS}`)
  const { replicates, caps, reason } = extension
  const extended = await extendEvaluation(db, team, { id, methods, replicates, caps, reason, actor })
  if (extended === null) throw unknownEvaluation(id)
  if (extended.kind !== 'refused') return
  if (extended.field === 'status') throw new Refusal('conflict', extended.problem)
  throw refuseField(extended.field, extended.problem)
}

/** A budget without methods means every existing method, at this budget too. */
function wantedMethods(known: readonly MethodSpec[], { methods, budget }: Extension): MethodSpec[] {
  if (methods.length > 0 || budget === undefined) return methods
  const byKey = new Map(known.map((spec) => ({ ...spec, budget })).map((spec) => [methodKey(spec), spec]))
  return [...byKey.values()]
}

/** Signals whose data is requested from a server only if a method of the evaluation needs it, with the data's name. */
const REQUESTED_SIGNALS = [
  ['rm', 'reward scores'],
  ['mars-learned', 'importance of their steps'],
  ['self-certainty', 'list of the likeliest tokens'],
  ['self-certainty-b10-window', 'windows of the likeliest tokens'],
] as const

/** Samples drawn while methods were set aside lack what these need. */
function refuseSetAside(aside: readonly SetAsideMethod[], added: readonly MethodSpec[]): void {
  const lacking = aside.find(({ note }) =>
    added.some((spec) => needsOf(spec).some((need) => note.kind === `no_${need}`)),
  )
  if (lacking === undefined) return
  throw refuseField(
    'methods',
    `the samples drawn so far lack what ${methodKey(lacking.spec)} needs. Submit a new evaluation`,
  )
}

/** Samples drawn earlier lack what was not asked for with them, and it cannot be added afterwards. */
function refuseMissingSignals(known: readonly MethodSpec[], added: readonly MethodSpec[]): void {
  const followed = requiredWindows(known)
  const window = requiredWindows(added).find((each) => !followed.includes(each))
  if (window !== undefined) {
    const lacking = `the samples drawn so far have no confidence over ${window} tokens`
    throw refuseField('methods', `${lacking}. Submit a new evaluation`)
  }
  for (const [signal, lacking] of REQUESTED_SIGNALS) {
    if (requiredSignals(known).includes(signal) || !requiredSignals(added).includes(signal)) continue
    throw refuseField(
      'methods',
      `the samples drawn so far have no ${lacking} (confidence=${signal}). Submit a new evaluation`,
    )
  }
}
