import type { EvaluationView } from '@cges-fleet/core'

/** An evaluation's result for programs; `--json` and `report --format json` write this. */
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
      warnings: view.warnings,
      elapsedSeconds: view.samples.elapsedSeconds,
    },
    digest: view.digest,
    gradingVersion: view.gradingVersion,
    samplesDrawn: view.samples.drawn,
    attempts: view.samples.attempts,
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
      rankingCalls: method.rankingCalls,
      savedAgainstSc: method.savedAgainstSc,
    })),
  }
}

/** What it may spend, has spent, and went through. */
function lifeOf({ sensitivity, caps, spent, events }: EvaluationView) {
  return { sensitivity, caps, spent, events }
}
