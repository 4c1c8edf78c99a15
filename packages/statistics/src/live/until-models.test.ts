import type { ModelsUntil } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { type SeenModel, untilModelsState } from './until-models.js'

const goal = (models: number, margin = 0.02): ModelsUntil => ({
  kind: 'models',
  method: 'sc@16',
  models: Array.from({ length: models }, (_, at) => `m${at}`),
  group: '',
  margin,
  atLeast: 50,
})

const other = (closed: number, wins: number, losses: number, changes: Partial<SeenModel> = {}): SeenModel => ({
  key: 'm1',
  trials: 1000,
  closed,
  isDropped: false,
  counts: { wins, losses, unknown: 0 },
  ...changes,
})

function width(models: number): number {
  const [found] = untilModelsState(goal(models), 300, [other(300, 60, 30)]).decisions
  return (found?.high ?? 0) - (found?.low ?? 0)
}

describe('one look', () => {
  it('holds where another is shown to be better, though a third is open', () => {
    const look = untilModelsState(goal(3), 400, [other(400, 120, 20), other(400, 22, 20, { key: 'm2' })])
    expect(look.decisions.map(({ outcome }) => outcome)).toEqual(['better', 'open'])
    expect(look).toMatchObject({ closed: 400, holds: true })
  })

  it('holds where each is worse or level, and waits for one that is open', () => {
    const worse = other(600, 20, 150)
    const level = other(1000, 10, 10, { key: 'm2' })
    expect(untilModelsState(goal(3), 1000, [worse, level])).toMatchObject({ holds: true })
    expect(untilModelsState(goal(3), 1000, [worse, other(60, 2, 2, { key: 'm2' })])).toMatchObject({ holds: false })
  })

  it('does not wait for one that was dropped, and never holds alone', () => {
    const dropped = other(60, 2, 2, { key: 'm2', isDropped: true })
    expect(untilModelsState(goal(3), 600, [other(600, 20, 150), dropped])).toMatchObject({ holds: true })
    expect(untilModelsState(goal(3), 600, [dropped])).toMatchObject({ holds: true, decisions: [] })
    expect(untilModelsState(goal(3), 600, [])).toMatchObject({ holds: false })
  })

  it('decides nothing before so many questions, nor without a verdict', () => {
    expect(untilModelsState(goal(2), 49, [other(49, 40, 0)])).toMatchObject({ holds: false })
    const nothing = other(200, 0, 0, { counts: { wins: 0, losses: 0, unknown: 200 } })
    expect(untilModelsState(goal(2), 200, [nothing])).toMatchObject({ holds: false })
  })

  it('shares the error among the pairs: more models, wider limits', () => {
    expect(width(6)).toBeGreaterThan(width(3))
    expect(width(3)).toBeGreaterThan(width(2))
  })

  it('tells both sides of a pair the same', () => {
    const [one] = untilModelsState(goal(2), 300, [other(300, 90, 30)]).decisions
    const [two] = untilModelsState(goal(2), 300, [other(300, 30, 90)]).decisions
    expect(one?.low).toBeCloseTo(-(two?.high ?? 0), 12)
    expect([one?.outcome, two?.outcome]).toEqual(['better', 'worse'])
  })
})

interface Ended {
  readonly closed: readonly number[]
  readonly dropped: readonly number[]
}

const STEP = 20

/** Runs a suite whose models close questions at their own speeds, each looking by itself whenever it has closed some. */
function runSuite(right: readonly (readonly boolean[])[], speeds: readonly number[], until: ModelsUntil): Ended {
  const trials = right[0]?.length ?? 0
  const closed = right.map(() => 0)
  const hasEnded = right.map(() => false)
  const isDropped = right.map(() => false)
  while (hasEnded.includes(false)) {
    for (const [at] of right.entries()) {
      if (hasEnded[at]) continue
      closed[at] = Math.min(trials, (closed[at] ?? 0) + STEP * (speeds[at] ?? 1))
      const others = right.flatMap((theirs, key): SeenModel[] => {
        if (key === at) return []
        const common = Math.min(closed[at] ?? 0, closed[key] ?? 0)
        let [wins, losses] = [0, 0]
        for (let each = 0; each < common; each += 1) {
          const [mine, its] = [right[at]?.[each], theirs[each]]
          wins += its && !mine ? 1 : 0
          losses += mine && !its ? 1 : 0
        }
        return [
          {
            key: `m${key}`,
            trials,
            closed: common,
            isDropped: isDropped[key] ?? false,
            counts: { wins, losses, unknown: 0 },
          },
        ]
      })
      const look = untilModelsState(until, closed[at] ?? 0, others)
      isDropped[at] = look.holds && look.decisions.some(({ outcome }) => outcome === 'better')
      hasEnded[at] = look.holds || closed[at] === trials
    }
  }
  return { closed, dropped: isDropped.flatMap((is, at) => (is ? [at] : [])) }
}

describe('whole suites', () => {
  it('drops no model that is not worse by more than the margin, in 95 of 100 suites at least', () => {
    const { next } = seededRandom('suites')
    const [suites, trials] = [200, 600]
    const until = goal(4)
    let wrong = 0
    let saved = 0
    for (let suite = 0; suite < suites; suite += 1) {
      // One hard question for all: models are alike, but for what each loses.
      const base = Array.from({ length: trials }, () => next() < 0.75)
      const right = [0, 0.015, 0.05, 0.2].map((loses) => base.map((is) => is && next() >= loses))
      const accuracy = right.map((answers) => answers.filter(Boolean).length / trials)
      const best = Math.max(...accuracy)
      const { closed, dropped } = runSuite(right, [1, 2, 1, 3], until)
      if (dropped.some((at) => best - (accuracy[at] ?? 0) <= until.margin)) wrong += 1
      saved += 1 - closed.reduce((sum, each) => sum + each, 0) / (trials * right.length)
    }
    // Five of a hundred are allowed: 10 of 200, and 20 is six deviations of a count that were as bad.
    expect(wrong).toBeLessThanOrEqual(20)
    expect(saved / suites).toBeGreaterThan(0.1)
  })
})
