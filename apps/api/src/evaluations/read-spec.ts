import { EvaluationDraft } from '@cges-fleet/core'
import { methodKey } from '@cges-fleet/methods'
import { readOriginal } from '@cges-fleet/db'
import type { Caller } from '../access/caller.js'
import { readView, unknownEvaluation } from './read-view.js'

/** Reads what would submit a caller's evaluation once more, every value written out. */
export async function readSpec(caller: Pick<Caller, 'db' | 'team'>, id: string): Promise<EvaluationDraft> {
  const original = await readOriginal(caller.db, caller.team, id)
  if (original === null) throw unknownEvaluation(id)
  const { benchmark } = await readView(caller, id)
  const { name, suite, pool, methods, sampling, seed, replicates, questions, caps, paper, interactive } = original
  return EvaluationDraft.parse({
    name,
    suite: suite ?? undefined,
    benchmark: benchmark.name,
    pool,
    methods: methods.map(methodKey),
    sampling,
    seed,
    replicates,
    questions,
    caps,
    paper,
    interactive,
  })
}
