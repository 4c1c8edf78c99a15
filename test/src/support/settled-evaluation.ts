import { type DataSource, endAttempt, enterWebhooks, takeDeliveries } from '@cges-fleet/db'
import { questionedEvaluation } from './questioned-evaluation.js'

/** Of every family, those that score their answers, abstain and vote by confidence among them. */
export const SETTLED_METHODS = [
  'sc@16',
  'sc@4',
  'esc:window=4@16',
  'asc-beta@16',
  'asc-beta:abstainBelow=0.9,threshold=0.9@16',
  'cges:confidence=lns-arith,gamma=0.95@16',
  'cges:confidence=lns-geom,gamma=0.99@16',
  'voi@16',
  'mmc@16',
  'cite@16',
  'doubling@16',
  'reasc:confidence=lns-arith,gate=0.95,mean=0.85,spread=0.08@16',
  'cisc:confidence=lns-arith@16',
]

/** Draws and decides an evaluation with no trial blocked, whose webhook has refused once to be told of its end. */
export async function settledEvaluation(db: DataSource): Promise<string> {
  await enterWebhooks(db, [{ name: 'ci', host: 'ci.example', teams: null }])
  const id = await questionedEvaluation(db, {
    methods: SETTLED_METHODS,
    benchmark: { name: 'settled', title: 'Settled' },
    changes: { name: 'all rules on one stream of samples', notify: 'ci' },
    whole: true,
  })
  for (const of of await takeDeliveries(db, 10)) {
    await endAttempt(db, of, { kind: 'failed', error: 'ci.example answered 503', retryInSeconds: 240 })
  }
  return id
}

/** Verdicts of a rule of somebody's own on those samples: three of them, whatever they are. */
export function ownVerdicts(questions: number): object {
  const verdicts = Array.from({ length: questions }, (_, i) => ({
    questionId: `q-${i}`,
    replicate: 0,
    calls: 3,
    answer: null,
  }))
  return { name: 'three-and-no-answer', budget: 16, verdicts }
}
