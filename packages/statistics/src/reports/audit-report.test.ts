import { MethodSpec } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { wilsonInterval } from '../proportions.js'
import { auditReport } from './audit-report.js'

const asc = MethodSpec.parse({ method: 'asc-beta', budget: 16 })
const short = MethodSpec.parse({ method: 'sc', budget: 4 })
const drawn = { whole: 66, calls: 700, tokens: 70_000 }

/** So many questions, of which some have all their stops agree and the others none. */
function stops(
  methodKey: string,
  { agree, questions, each = 1 }: Record<'agree' | 'questions', number> & { each?: number },
) {
  const c = agree * each
  const n = questions * each
  return { methodKey, clusters: questions, c, n, cc: c * each, cn: c * each, nn: n * each }
}

const report = (found: Parameters<typeof auditReport>[0]['found'], trials = 66) =>
  auditReport({ share: 0.05, trials, methods: [short, asc], external: [], found })

it('tells the share of stops that the whole vote bears out, with Wilson’s interval over questions', () => {
  const found = { ...drawn, stops: [stops('asc-beta:threshold=0.95@16', { agree: 59, questions: 60 })] }
  const interval = wilsonInterval(59, 60)
  expect(report(found)).toEqual({
    share: 0.05,
    budget: 16,
    trials: 66,
    found: { ...drawn, methods: [{ key: 'asc-beta:threshold=0.95@16', value: 59 / 60, ...interval, n: 60 }] },
  })
})

it('does not take replicates of a question for so many questions', () => {
  const once = report({ ...drawn, stops: [stops('sc@4', { agree: 18, questions: 20 })] })
  const often = report({ ...drawn, stops: [stops('sc@4', { agree: 18, questions: 20, each: 3 })] })
  const [one] = once.found?.methods ?? []
  expect(often.found?.methods).toEqual([
    { ...one, n: 60, low: expect.closeTo(one?.low ?? 0, 2), high: expect.closeTo(one?.high ?? 0, 2) },
  ])
})

it('has no figures before it is done, and leaves out a method that never stopped early', () => {
  expect(report(null).found).toBeNull()
  expect(report({ ...drawn, whole: 64, stops: [] }).found).toEqual({ ...drawn, whole: 64, methods: [] })
})
