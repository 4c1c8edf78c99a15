import type { ComparedEvaluation, ComparedPair } from '@cges-fleet/core'
import { reportFixture } from '../../ui/methods/report-fixture'

const SC = reportFixture('sc@4')
const ESC = reportFixture('esc:window=2@4')

/** An evaluation for tests, of SC and ESC with these accuracies. */
export function evaluation(
  id: string,
  accuracies: readonly [number, number],
  changes: Partial<ComparedEvaluation> = {},
) {
  const [sc, esc] = accuracies.map((value) => ({ value, low: value - 0.1, high: value + 0.1, n: 10 }))
  const final = { interim: false, live: null, resolved: 10 }
  return {
    id,
    name: `evaluation ${id}`,
    status: 'done',
    trials: { total: 10, closed: 10, blocked: 0 },
    benchmark: { name: id, title: `Benchmark ${id}`, revision: id, generated: false, questions: 10 },
    pool: { name: 'pool', model: 'model' },
    methods: [
      { ...SC, ...final, accuracy: sc, calls: 4, tokens: 400 },
      { ...ESC, ...final, accuracy: esc, calls: 2.5, tokens: 250.4 },
    ],
    ...changes,
  } as ComparedEvaluation
}

/** The same without tokens. */
export function withoutTokens(of: ComparedEvaluation): ComparedEvaluation {
  return { ...of, methods: of.methods.map((method) => ({ ...method, tokens: null })) }
}

const pair = (id: string): ComparedPair => ({
  evaluation: id,
  method: ESC.key,
  base: id,
  baseMethod: SC.key,
  state: 'paired',
  note: null,
  paired: {
    questions: 10,
    trials: 10,
    both: 6,
    onlyThis: 1,
    onlyBase: 2,
    neither: 1,
    accuracy: -0.1,
    calls: -1.5,
    baseCalls: 4,
  },
  early: null,
  unpaired: null,
})

/** A comparison for tests, of ESC with SC in each evaluation. */
export function comparison(evaluations: readonly ComparedEvaluation[]) {
  const ids = evaluations.map(({ id }) => id)
  const rest = { leftOut: [], gone: [], methodsLeftOut: [], with: 'own' as const, base: null, settings: [] }
  return { ...rest, evaluations: [...evaluations], pairs: ids.map(pair) }
}
