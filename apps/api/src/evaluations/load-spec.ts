import { EvaluationDraft } from '@cges-fleet/core'
import { methodKey } from '@cges-fleet/methods'
import { selectOriginal } from '@cges-fleet/db'
import type { Caller } from '../access/caller.js'
import { loadView, unknownEvaluation } from './load-view.js'

/** Loads the specification that would submit a caller's evaluation once more, with every default written out. */
export async function loadSpec(caller: Pick<Caller, 'db' | 'team'>, id: string): Promise<EvaluationDraft> {
  const original = await selectOriginal(caller.db, caller.team, id)
  if (original === null) throw unknownEvaluation(id)
  const { benchmark } = await loadView(caller, id)
  const {
    name,
    suite,
    pool,
    methods,
    setAside = [],
    sampling,
    seed,
    replicates,
    questions,
    caps,
    paper,
    interactive,
    lookahead,
    audit,
    notify,
  } = original
  return EvaluationDraft.parse({
    name,
    suite: suite ?? undefined,
    benchmark: benchmark.name,
    pool,
    methods: [...methods, ...setAside.map(({ spec }) => spec)].map(methodKey),
    sampling,
    seed,
    replicates,
    questions,
    caps,
    paper,
    interactive,
    lookahead,
    audit,
    notify: notify ?? undefined,
  })
}
