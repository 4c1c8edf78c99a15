import { counted, inNumber, type PoolView, preflightNoteWords, preflightWords } from '@cges-fleet/core'

/** Formats pools for people: what each serves, and what each of its workers does and found out about its server. */
export function poolListText(pools: readonly PoolView[]): string[] {
  if (pools.length === 0) return ['There is no pool yet. Start a worker with POOL set to a name.']
  return pools.flatMap((pool, at) => [...(at === 0 ? [] : ['']), headOf(pool), ...pool.workers.flatMap(workerText)])
}

function headOf({ name, model, workers }: PoolView): string {
  const ready = workers.filter((worker) => worker.ready).length
  return `${name}: ${model}, ${ready} of ${counted(workers.length, 'worker')} ${inNumber(ready, 'draws', 'draw')}`
}

function workerText({ id, slots, ready, reason, preflight }: PoolView['workers'][number]): string[] {
  const state = ready ? (reason ?? 'ready') : `not ready: ${reason ?? 'it does not say why'}`
  const found = preflight === null ? 'its model server is not checked yet' : preflightWords(preflight)
  return [
    `  ${id}  ${counted(slots, 'slot')}, ${state}; ${found}`,
    ...(preflight?.notes ?? []).map((note) => `    ${preflightNoteWords(note)}`),
  ]
}
