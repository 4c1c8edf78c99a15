import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { SKEWED } from './mutations/trials.js'
import { IS_AT_LENGTH } from '../support/repetitions.js'
import { draws, during, LIMIT_MS, useFleet } from './use-small-fleet.js'
import { PLANNED_SAMPLES } from '../support/evaluation-rows.js'

describe.skipIf(!IS_AT_LENGTH)(
  'with clocks two hours apart, each stepping back a minute (takes minutes: run npm run test:with -- length)',
  () => {
    const small = useFleet({ backend: 'postgres', coordinators: 2, maxDeliveries: 6, execArgv: SKEWED })

    it(
      'every promise holds',
      async () => {
        const fleet = small()
        await during(fleet, async () => {
          await sleep(3000)
          await draws(fleet)
        })
      },
      LIMIT_MS,
    )

    it(
      'poison and requests the model refuses: their trials are blocked in sight, the others are decided',
      async () => {
        const fleet = small()
        fleet.model.plan = { ...fleet.model.plan, poison: ['to question 3?'], invalid: 'to question 5?' }
        const { id } = await fleet.workload.submit(1)
        await fleet.ended()
        const rows = await fleet.stores.db.query<
          { question: string; state: string; outcome: string | null; drawn: number }[]
        >(
          `SELECT t.question_id AS question, t.state, max(s.outcome) FILTER (WHERE s.outcome IN ('infra_error', 'invalid_request')) AS outcome,
                max(s.fence)::int AS drawn
         FROM trial t JOIN ${PLANNED_SAMPLES} s ON s.trial_id = t.id WHERE t.evaluation_id = $1 GROUP BY t.id`,
          [id],
        )
        expect(
          rows.filter(({ state }) => state === 'blocked').toSorted((a, b) => (a.question < b.question ? -1 : 1)),
        ).toEqual([
          { question: 'q-3', state: 'blocked', outcome: 'infra_error', drawn: 6 },
          { question: 'q-5', state: 'blocked', outcome: 'invalid_request', drawn: 1 },
        ])
        expect(rows.filter(({ state }) => state === 'closed')).toHaveLength(rows.length - 2)
        expect((await fleet.judge.statusOf(id)).status).toBe('done')
      },
      LIMIT_MS,
    )
  },
)
