import { type SeededRandom, seededRandom } from '@cges-fleet/methods'

/** The deterministic model's answer to one prompt under one seed. */
export interface FakeAnswer {
  readonly tokens: readonly { readonly token: string; readonly logprob: number }[]
  readonly finish: 'stop' | 'length'
}

const NO_ANSWER = 0.03
const TRUNCATED = 0.02

/** Answers by a hash of prompt and seed alone: the same question under the same seed always gets the same bytes. */
export function fakeAnswer(prompt: string, seed: number): FakeAnswer {
  const ranking = /Put all (\d+) questions in order/.exec(prompt)
  const random = seededRandom(`${prompt}\n${seed}`)
  if (ranking !== null) return spell(`Ranking: ${order(Number(ranking[1]), random)}`, random, 'stop')
  const hardness = 0.45 + 0.5 * seededRandom(prompt).next()
  const right = random.next() < hardness
  const chance = random.next()
  const said = right ? 0 : random.int(1, 3)
  if (chance < TRUNCATED) return spell('It goes on and on and', random, 'length')
  if (chance < TRUNCATED + NO_ANSWER) return spell('I would rather talk about the weather.', random, 'stop')
  return spell(`So the answer is \\boxed{${said}}.`, random, 'stop')
}

function order(size: number, random: SeededRandom): string {
  const numbers = Array.from({ length: size }, (_, at) => at + 1)
  return random
    .shuffle(numbers)
    .map((number) => `Q${number}`)
    .join(', ')
}

function spell(text: string, random: SeededRandom, finish: FakeAnswer['finish']): FakeAnswer {
  const sureness = 0.05 + 0.6 * random.next()
  const tokens = (text.match(/\S+\s*/g) ?? []).map((token) => ({ token, logprob: -sureness * random.next() }))
  return { tokens, finish }
}
