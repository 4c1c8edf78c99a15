import { findAnswer } from '@cges-fleet/answers'
import { demoScenario } from '@cges-fleet/formats'
import { TOKEN_SIGNALS, tokenConfidences } from '@cges-fleet/methods'
import { auc, calibrationError, type Graded, ModelProfile, solveProfile } from '@cges-fleet/statistics'
import { expect, test } from 'vitest'
import { loadProfile, profiledCharacter } from './profiled-character.js'
import { simulatedResponder } from './simulated-responder.js'

const scenario = demoScenario()
const DRAWS = 2000

type Drawn = {
  readonly correct: boolean
  readonly tokens: number
  readonly confidences: NonNullable<ReturnType<typeof tokenConfidences>>
}

async function draws(name: string, count = DRAWS): Promise<Drawn[]> {
  const character = profiledCharacter(await loadProfile(name), scenario)
  const respond = simulatedResponder('m', scenario, { character })
  return Array.from({ length: count }, (_, at) => {
    const question = scenario[at % scenario.length]
    const ask = { prompt: question?.question ?? '', seed: at, temperature: 0.7, sampling: '', maxTokens: 8192 }
    const answer = respond(ask)
    if (answer.kind === 'refused') throw new Error(answer.message)
    const confidences = tokenConfidences(Float32Array.from(answer.logprobs ?? []))
    if (confidences === null) throw new Error('no log-probabilities')
    const text = answer.tokens.map((token) => token.text).join('')
    return { correct: findAnswer('text', text)?.answer === question?.answer, tokens: answer.tokens.length, confidences }
  })
}

const graded = (all: readonly Drawn[], signal: (typeof TOKEN_SIGNALS)[number]): Graded[] =>
  all.map(({ correct, confidences }) => ({ correct, confidence: confidences[signal] }))

/** The middle 99 % of a statistic over resamplings of the draws. */
function interval(all: readonly Graded[], statistic: (some: Graded[]) => number): [number, number] {
  let state = 1
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const values = Array.from({ length: 200 }, () =>
    statistic(all.map((one) => all[Math.floor(next() * all.length)] ?? one)),
  ).toSorted((one, other) => one - other)
  return [values[1] ?? Number.NaN, values[198] ?? Number.NaN]
}

test.each(['aime24', 'gpqa', 'math500', 'gsm8k', 'mmlu-pro'])(
  '2,000 draws of profile %s show its accuracy, calibration error and AUC',
  async (name) => {
    const profile = await loadProfile(name)
    const all = await draws(name)
    const arith = graded(all, 'lns-arith')
    const within = (target: number, statistic: (some: Graded[]) => number) => {
      const [low, high] = interval(arith, statistic)
      expect(target).toBeGreaterThan(low)
      expect(target).toBeLessThan(high)
    }
    within(profile.accuracy, (some) => some.filter(({ correct }) => correct).length / some.length)
    within(profile.confidence.ece, (some) => calibrationError(some, 10) ?? Number.NaN)
    within(profile.confidence.auc, (some) => auc(some) ?? Number.NaN)
    const { medianTokens, spread, wrongTimes } = profile.length
    for (const correct of [true, false]) {
      const logs = all.filter((one) => one.correct === correct).map(({ tokens }) => Math.log(tokens))
      const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length
      // The log of a log-normal's median is the mean of the logs. The slack is five standard errors, and a little more
      // because sentences are not cut to fit.
      const slack = (5 * spread) / Math.sqrt(logs.length) + 0.05
      expect(Math.abs(mean - Math.log(medianTokens * (correct ? 1 : wrongTimes)))).toBeLessThan(slack)
    }
    const report = TOKEN_SIGNALS.map((signal) => {
      const some = graded(all, signal)
      return `${signal} ece ${calibrationError(some, 10)?.toFixed(3)} auc ${auc(some)?.toFixed(3)}`
    })
    const accuracy = all.filter(({ correct }) => correct).length / all.length
    console.log(`${name}: accuracy ${accuracy.toFixed(3)} | ${report.join(' | ')}`)
  },
)

test('what no parameters give is refused, with what comes nearest', async () => {
  const profile = await loadProfile('aime24')
  const { confidence } = profile
  const questions = [
    { accuracy: 0.5, z: 0 },
    { accuracy: 0.7, z: 0 },
  ]
  const impossible = ModelProfile.parse({ ...profile, confidence: { ...confidence, ece: 0.9 } })
  expect(() => solveProfile(impossible, questions)).toThrow(/no parameters give profile aime24/)
  await expect(loadProfile('nobody')).rejects.toThrow(/PROFILE must be one of .*aime24/)
})
