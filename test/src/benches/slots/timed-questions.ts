import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { clampConfidence, seededRandom, type SeededRandom } from '@cges-fleet/methods'
import { confidenceLogit, ModelProfile, normalDraws, questionAccuracies, solveProfile } from '@cges-fleet/statistics'
import type { TimedVote } from './simulate-slots.js'

const PROFILES = fileURLToPath(new URL('../../../../apps/vllm-sim/profiles/', import.meta.url))
const RECORDINGS = fileURLToPath(new URL('../../../../../shared/data/samples/', import.meta.url))
const BUDGET = 16
const MS_A_TOKEN = 2
const MS = [200, 2000] as const

/** Questions with all their samples in a random order, as many as the budget. */
export type TimedQuestions = readonly (readonly TimedVote[])[]

/**
 * Draws questions of a simulated model: accuracy, confidences and lengths come from one of the simulator's profiles.
 */
export function simulatedQuestions(name: string, count: number, seed: number): TimedQuestions {
  const profile = ModelProfile.parse(JSON.parse(readFileSync(`${PROFILES}${name}.json`, 'utf8')))
  const random = seededRandom(`${name} ${seed}`)
  const normal = (): number => normalDraws(1, random.next)[0] ?? 0
  const questions = questionAccuracies(profile, count).map((accuracy) => ({ accuracy, z: normal() }))
  const solved = solveProfile(profile, questions)
  const { from, to } = profile.wrongAnswerDecay
  return random.shuffle(questions).map((question) => {
    const decay = from + (to - from) * random.next()
    return Array.from({ length: BUDGET }, () => {
      const right = random.next() < question.accuracy
      const confidence = 1 / (1 + Math.exp(-confidenceLogit(solved, question, { right, e: normal() })))
      const { medianTokens, spread, wrongTimes } = profile.length
      const tokens = medianTokens * (right ? 1 : wrongTimes) * Math.exp(spread * normal())
      return timed(right ? 'right' : wrongAnswer(decay, random), confidence, MS_A_TOKEN * tokens)
    })
  })
}

function wrongAnswer(decay: number, random: SeededRandom): string {
  let rank = 0
  while (random.next() < decay) rank += 1
  return `wrong ${rank}`
}

interface Line {
  readonly samples: readonly {
    readonly answer: string | null
    readonly answer_key?: string
    readonly status?: 'completed' | 'truncated'
    readonly confidence?: number
    readonly reward?: number
  }[]
}

/**
 * Loads questions of a real model's recording, at most 150; null if the file is missing. Confidences and rewards are
 * mapped to (0, 1) by a logistic function; times are drawn.
 */
export function recordedQuestions(
  file: string,
  seed: number,
  { center, scale }: { readonly center: number; readonly scale: number },
): TimedQuestions | null {
  if (!existsSync(`${RECORDINGS}${file}`)) return null
  const random = seededRandom(`${file} ${seed}`)
  const lines = gunzipSync(readFileSync(`${RECORDINGS}${file}`))
    .toString('utf8')
    .trim()
    .split('\n')
  const questions = lines.map((line) => (JSON.parse(line) as Line).samples)
  return random
    .shuffle(questions)
    .slice(0, 150)
    .map((samples) =>
      random
        .shuffle(samples)
        .slice(0, BUDGET)
        .map(({ answer, answer_key: key, status, confidence, reward }) => {
          const logit = ((confidence ?? reward ?? center) - center) / scale
          const vote = status === 'truncated' ? null : (key ?? answer)
          return timed(vote, 1 / (1 + Math.exp(-logit)), MS[0] + (MS[1] - MS[0]) * random.next())
        }),
    )
}

function timed(answer: string | null, confidence: number, ms: number): TimedVote {
  return { answer, confidences: { 'lns-arith': clampConfidence(confidence) }, ms }
}
