import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { issueText, schemaProblems } from '@cges-fleet/core'
import { parseJson, type ScenarioQuestion } from '@cges-fleet/formats'
import { type SeededRandom, seededRandom } from '@cges-fleet/methods'
import {
  confidenceLogit,
  ModelProfile,
  normalDraws,
  type ProfiledQuestion,
  questionAccuracies,
  solveProfile,
} from '@cges-fleet/statistics'
import { type Character, oddsAround } from './character.js'

const LEAST = 1e-4
const ROUNDS = 6

/**
 * Creates a model with a profile's accuracy, calibration error and AUC on these questions: the easiest are those it is
 * most often right on, and an answer's token probabilities have its intended confidence as their mean. Other
 * confidences follow from the tokens.
 */
export function profiledCharacter(profile: ModelProfile, scenario: readonly ScenarioQuestion[]): Character {
  const easiestFirst = scenario.toSorted((one, other) => one.difficulty - other.difficulty)
  const accuracies = questionAccuracies(profile, scenario.length)
  const known = new Map<string, ProfiledQuestion>(
    easiestFirst.map(({ question }, rank) => [
      question,
      { accuracy: accuracies[rank] ?? profile.accuracy, z: numberOf(question) },
    ]),
  )
  const solved = solveProfile(profile, [...known.values()])
  const profiled = (question: string): ProfiledQuestion =>
    known.get(question) ?? { accuracy: profile.accuracy, z: numberOf(question) }
  return {
    unboxedShare: profile.invalidShare,
    odds: (question, temperature) => {
      const knowledge = { right: profiled(question.question).accuracy, decay: profile.wrongAnswerDecay }
      return oddsAround(question, knowledge, temperature)
    },
    tokens: (correct, random) => {
      const { medianTokens, spread, wrongTimes } = profile.length
      const deviation = spread * (normalDraws(1, random.next)[0] ?? 0)
      return medianTokens * (correct ? 1 : wrongTimes) * Math.exp(deviation)
    },
    logprobs: (tokens, { correct, question }, random) => {
      const e = normalDraws(1, random.next)[0] ?? 0
      const logit = confidenceLogit(solved, profiled(question), { right: correct, e })
      return logprobsAround(1 / (1 + Math.exp(-logit)), tokens, random)
    },
  }
}

/** A question's own standard normal number. */
function numberOf(question: string): number {
  return normalDraws(1, seededRandom(`confidence on ${question}`).next)[0] ?? 0
}

/** Draws token probabilities whose mean is given: most near certain, a few forks, as in a real model's output. */
function logprobsAround(mean: number, tokens: number, random: SeededRandom): number[] {
  const shares = Array.from({ length: tokens }, () =>
    random.next() < 0.3 ? 0.1 - 3 * Math.log(1 - random.next()) : 0.1 * (0.5 + random.next()),
  )
  const doubt = Math.min(1 - LEAST, 1 - mean)
  let doubts = shares
  for (let round = 0; round < ROUNDS; round += 1) {
    const scale = (doubt * tokens) / doubts.reduce((sum, one) => sum + one, 0)
    doubts = doubts.map((one) => Math.min(1 - LEAST, one * scale))
  }
  return doubts.map((one) => Number(Math.log1p(-one).toFixed(7)))
}

const OURS = fileURLToPath(new URL('../../profiles', import.meta.url))

/** Loads a profile of ours by name, or one from a file; the error says what is wrong. */
export async function loadProfile(nameOrFile: string): Promise<ModelProfile> {
  const ours = `${OURS}/${nameOrFile}.json`
  const path = /^[\w-]+$/.test(nameOrFile) && existsSync(ours) ? ours : nameOrFile
  if (!existsSync(path)) {
    const known = (await readdir(OURS)).map((name) => name.replace(/\.json$/, '')).join(', ')
    throw new Error(`PROFILE must be one of ${known}, or a file with a profile; there is no file ${nameOrFile}`)
  }
  const json = parseJson(await readFile(path, 'utf8'))
  if (!json.ok) throw new Error(`${path} is no profile: it is ${json.problem}. ${LIKE}`)
  const profile = ModelProfile.safeParse(json.value, { error: issueText })
  if (profile.success) return profile.data
  const problems = schemaProblems(profile.error).map((problem) => `  ${problem}`)
  throw new Error([`${path} is no profile:`, ...problems, LIKE].join('\n'))
}

const LIKE = `A profile has the fields of ${OURS}/aime24.json`
