import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import { methodReport } from '@cges-fleet/statistics'
import { expect, it } from 'vitest'
import { methodTable } from './method-table.js'

const ended = { trials: 4, started: 4, blocked: 0, openByDepth: [], leading: 0, leadingCorrect: 0 }

/** Of an evaluation that is done, as much as its table is made from. */
function tableOf(...tokens: readonly (number | null)[]): string {
  const methods: MethodReport[] = tokens.map((sum, at) =>
    methodReport(
      { method: 'sc', budget: 8 + at },
      { ...ended, byCalls: [{ calls: 8 + at, resolved: 4, correct: 3, tokens: sum }] },
    ),
  )
  const view: Pick<EvaluationView, 'status' | 'replicates' | 'methods'> = { status: 'done', replicates: 1, methods }
  return methodTable(view as EvaluationView).join('\n')
}

it('has tokens per question beside calls where any are known', () => {
  expect(tableOf(4800, null)).toMatch(
    /calls +saved vs SC +tokens.*\nsc@8 .* 8\.00 +0\.0 % +1200 .*\nsc@9 .* 9\.00 +0\.0 % +— /,
  )
  expect(tableOf(null, null)).not.toContain('tokens')
})

it('says beside an accuracy how many failed, which count nowhere', () => {
  const byCalls = [{ calls: 8, resolved: 2, correct: 2, tokens: null }]
  const methods = [methodReport({ method: 'sc', budget: 8 }, { ...ended, blocked: 2, byCalls })]
  const view = { status: 'done', replicates: 1, methods }
  expect(methodTable(view as unknown as EvaluationView).join('\n')).toMatch(/100\.0 %, 2 of 4 failed/)
})
