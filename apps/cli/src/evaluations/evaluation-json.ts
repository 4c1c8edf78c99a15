import type { EvaluationView } from '@cges-fleet/core'

/** An evaluation's result for programs: the output of `evaluate`, `watch` and `report` with `--json`. */
export function evaluationJson(view: EvaluationView) {
  return {
    evaluation: {
      id: view.id,
      name: view.name,
      suite: view.suite,
      status: view.status,
      reason: view.reason,
      simulated: view.simulated,
      provenance: view.provenance,
      benchmark: view.benchmark,
      pool: view.pool,
      seed: view.seed,
      replicates: view.replicates,
      trials: view.trials,
      notComparable: view.notComparable,
      ...lifeOf(view),
      ...knownOf(view),
      elapsedSeconds: view.samples.elapsedSeconds,
    },
    digest: view.digest,
    gradingVersion: view.gradingVersion,
    ...drawnOf(view),
    methods: view.methods.map((method) => ({
      method: method.key,
      label: method.label,
      n: method.resolved,
      trials: method.trials,
      blocked: method.blocked,
      interim: method.interim,
      live: method.live,
      accuracy: method.accuracy?.value ?? null,
      accuracyInterval: method.accuracy === null ? null : [method.accuracy.low, method.accuracy.high],
      calls: method.calls,
      ...otherCosts(method),
      savedAgainstSc: method.savedAgainstSc,
    })),
  }
}

/** What a reader must know before believing its figures. */
function knownOf({ notes, setAside, independence, warnings }: EvaluationView) {
  return { notes, setAside, independence, warnings }
}

function drawnOf({ samples: { drawn, extra, attempts, abandoned }, audit, until }: EvaluationView) {
  return { samplesDrawn: drawn, extraDraws: extra, attempts, abandonedDraws: abandoned, audit, until }
}

/** Its caps, its spending and its events. */
function lifeOf({ sensitivity, caps, spent, events }: EvaluationView) {
  return { sensitivity, caps, spent, events }
}

/** Its other costs besides calls per question, and their reasons. */
function otherCosts({ rankingCalls, certified, tokens }: EvaluationView['methods'][number]) {
  return { tokens, rankingCalls, certified }
}
