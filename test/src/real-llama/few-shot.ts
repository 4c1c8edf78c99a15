import { Benchmark } from '@cges-fleet/core'

const NAMES = ['Mia', 'Leo', 'Tom', 'Ann', 'Ida']
const THINGS = ['apples', 'pens', 'cards', 'books']

/** Worked examples before each question: a base model goes on as the text before it does. */
const SUM_TEMPLATE = `Q: Eva has 2 stamps and gets 1 more. How many stamps has Eva?
A: 2 + 1 = 3. The answer is 3.
Q: Max has 4 coins and gets 2 more. How many coins has Max?
A: 4 + 2 = 6. The answer is 6.
Q: Zoe has 5 shells and gets 4 more. How many shells has Zoe?
A: 5 + 4 = 9. The answer is 9.
Q: {question}
A:`

/** Sums of two numbers up to 30, made by rule. One guess among the sums up to 48 is right for 2 %. */
export function wordSums(count: number): Benchmark {
  const questions = Array.from({ length: count }, (_, at) => {
    const [one, other] = [3 + ((7 * at) % 27), 2 + ((11 * at) % 19)]
    const name = NAMES[at % NAMES.length] ?? ''
    const thing = THINGS[at % THINGS.length] ?? ''
    const question = `${name} has ${one} ${thing} and gets ${other} more. How many ${thing} has ${name}?`
    return { id: `s${at}`, question, answer: `${one + other}` }
  })
  return Benchmark.parse({
    name: 'word-sums',
    title: 'Word sums',
    answerKind: 'math',
    template: SUM_TEMPLATE,
    sampling: { stop: ['\n'], maxTokens: 32 },
    questions,
  })
}

/** The first prompt, as the fleet sends it. */
export function firstPrompt(): string {
  return SUM_TEMPLATE.replace('{question}', wordSums(1).questions[0]?.question ?? '')
}

const CAPITALS = {
  France: 'Paris',
  Italy: 'Rome',
  Spain: 'Madrid',
  Japan: 'Tokyo',
  Egypt: 'Cairo',
  Greece: 'Athens',
  Peru: 'Lima',
  Cuba: 'Havana',
  Kenya: 'Nairobi',
  Poland: 'Warsaw',
  Sweden: 'Stockholm',
  Finland: 'Helsinki',
  Ireland: 'Dublin',
  Hungary: 'Budapest',
  Portugal: 'Lisbon',
  Turkey: 'Ankara',
  Canada: 'Ottawa',
  Chile: 'Santiago',
  Russia: 'Moscow',
  Iran: 'Tehran',
  Thailand: 'Bangkok',
  Vietnam: 'Hanoi',
  Belgium: 'Brussels',
  Bulgaria: 'Sofia',
} as const

const CAPITAL_TEMPLATE = `Question: What is the capital of Norway?
Answer: The answer is Oslo.

Question: What is the capital of Germany?
Answer: The answer is Berlin.

Question: What is the capital of Austria?
Answer: The answer is Vienna.

Question: {question}
Answer:`

/** Two dozen capitals, ended by a stop sequence of several tokens, the first of which occurs in answers. */
export function capitals(): Benchmark {
  const questions = Object.entries(CAPITALS).map(([country, answer], at) => {
    return { id: `c${at}`, question: `What is the capital of ${country}?`, answer }
  })
  return Benchmark.parse({
    name: 'capitals',
    title: 'Capitals',
    answerKind: 'text',
    template: CAPITAL_TEMPLATE,
    sampling: { stop: ['\n\nQuestion:'], maxTokens: 32 },
    questions,
  })
}
