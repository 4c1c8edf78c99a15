import { submitEvaluation, submitSuite } from '@cges-fleet/core/addresses'
import { pathOf } from '@cges-fleet/core/contract'
import type { Draft, MethodDraft, Submission, UntilFields } from './draft'

/**
 * Converts a draft to the API's form. Text that is not a number where one belongs is kept as typed: the API explains
 * what is wrong with it.
 */
export function submissionOf(draft: Draft): Submission {
  const { methods, reasoning, paper, interactive, priority, lookahead, finishBy, notify } = draft
  const { stop = '', ...numbers } = draft.sampling
  const stops = textsIn(stop)
  const sampling = { ...numbersIn(numbers), ...(stops.length === 0 ? {} : { stop: stops }) }
  const caps = numbersIn(draft.caps)
  return {
    ...subjectOf(draft),
    methods: methods.map(methodText),
    ...numbersIn({
      budget: draft.budget,
      questions: draft.questions,
      replicates: draft.replicates,
      seed: draft.seed,
      audit: draft.audit,
    }),
    ...(Object.keys(sampling).length === 0 ? {} : { sampling }),
    ...untilOf(draft.until),
    ...(Object.keys(caps).length === 0 ? {} : { caps }),
    ...(reasoning ? { reasoning } : {}),
    ...(paper ? { paper } : {}),
    ...(interactive ? { interactive } : {}),
    ...(priority === 'normal' ? {} : { priority }),
    ...(lookahead === 'off' || lookahead === 'auto' ? { lookahead } : numbersIn({ lookahead })),
    ...(finishBy === '' ? {} : { finishBy: instantOf(finishBy) }),
    ...texts({ notify }),
  }
}

/** A date and time of the browser's zone as an instant; what is none as it was typed. */
function instantOf(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

function untilOf({ kind, points, baseline, atLeast }: UntilFields): Submission {
  if (kind === '') return {}
  const least = numbersIn({ atLeast })
  if (kind === 'accuracy') return { until: { ...numbersIn({ accuracy: points }), ...least } }
  const goal = kind === 'best' ? { best: true } : texts({ [kind]: baseline })
  return { until: { ...goal, ...numbersIn({ margin: points }), ...least } }
}

/** One benchmark on one pool, or each of a suite's benchmarks on each of its pools. */
function subjectOf({ name, suite, benchmark, pool, isSuite, moreBenchmarks, morePools }: Draft): Submission {
  if (!isSuite) return { ...texts({ name, suite }), benchmark, pool }
  const benchmarks = [...new Set([benchmark, ...moreBenchmarks])]
  return { suite, benchmarks, pools: [...new Set([pool, ...morePools])] }
}

/** The evaluations of a suite, the first of them in full; null for a submission that is no suite. */
export function suiteOf(submission: Submission): { readonly count: number; readonly first: Submission } | null {
  const { benchmarks, pools, ...rest } = submission
  if (!Array.isArray(benchmarks) || !Array.isArray(pools)) return null
  return { count: benchmarks.length * pools.length, first: { ...rest, benchmark: benchmarks[0], pool: pools[0] } }
}

/** The most calls of a draft's evaluation on so many questions; its methods share samples. Null while a number is missing. */
export function mostCalls({ methods, budget, replicates, questions: first }: Draft, questions: number): number | null {
  const budgets = methods.map((method) => Number(method.budget.trim() === '' ? budget : method.budget))
  const used = first.trim() === '' ? questions : Math.min(questions, Number(first))
  const most = used * Number(replicates) * Math.max(...budgets)
  return Number.isInteger(most) && most > 0 ? most : null
}

/** Formats a method in its short form, with only the parameters that were given. */
export function methodText({ method, values, budget }: MethodDraft): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [`${name}=${value.trim()}`],
  )
  const head = given.length === 0 ? method : `${method}:${given.join(',')}`
  return budget.trim() === '' ? head : `${head}@${budget.trim()}`
}

function texts(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim() !== ''))
}

/** Reads texts one a line, in which `\\n` stands for a line break. */
function textsIn(lines: string): string[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\\(n|\\)/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\')))
}

function numbersIn(given: Readonly<Record<string, string>>): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => {
      if (text.trim() === '') return []
      const number = Number(text)
      return [[name, Number.isFinite(number) ? number : text]]
    }),
  )
}

export interface Target {
  readonly address: string
  /** Whether a request has to carry a key; each text then takes it from CGES_API_KEY. */
  readonly signIn: boolean
}

/** One way to submit the same evaluation without this page. */
interface SubmissionText {
  readonly title: string
  readonly about: string
  readonly text: string
}

/** Writes a submission as the file, the command and the program that submit the same. */
export function submissionTexts(submission: Submission, target: Target): SubmissionText[] {
  const file = suiteOf(submission) === null ? 'evaluation.yaml' : 'suite.yaml'
  return [
    {
      title: 'YAML',
      about: `Save it as ${file}, then run: cges evaluate ${file}`,
      text: `${yamlLines(submission).join('\n')}\n`,
    },
    { title: 'curl', about: aboutKey(target, 'For a shell.'), text: curlText(submission, target) },
    {
      title: 'Python',
      about: aboutKey(target, 'Needs the package requests.'),
      text: pythonText(submission, target),
    },
  ]
}

function aboutKey({ signIn }: Target, about: string): string {
  return signIn ? `${about} Your key is taken from the variable CGES_API_KEY.` : about
}

/** Lines of YAML: JSON's strings and numbers are valid YAML, so that nothing is misread. */
function yamlLines(value: Submission, indent = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    if (Array.isArray(inner))
      return [`${indent}${key}:`, ...inner.map((each) => `${indent}  - ${JSON.stringify(each)}`)]
    if (isObject(inner)) return [`${indent}${key}:`, ...yamlLines(inner, `${indent}  `)]
    return [`${indent}${key}: ${JSON.stringify(inner)}`]
  })
}

function doorOf(submission: Submission): string {
  return pathOf(suiteOf(submission) === null ? submitEvaluation : submitSuite)
}

function curlText(submission: Submission, { address, signIn }: Target): string {
  const body = JSON.stringify(submission, null, 2).replaceAll("'", `'\\''`)
  return [
    `curl -X POST ${address}${doorOf(submission)} \\`,
    ...(signIn ? [`  -H "authorization: Bearer $CGES_API_KEY" \\`] : []),
    `  -H 'content-type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n')
}

function pythonText(submission: Submission, { address, signIn }: Target): string {
  return [
    ...(signIn ? ['import os', ''] : []),
    'import requests',
    '',
    `evaluation = ${pythonValue(submission, '')}`,
    '',
    'response = requests.post(',
    `    ${JSON.stringify(address + doorOf(submission))},`,
    '    json=evaluation,',
    ...(signIn ? [`    headers={"authorization": f"Bearer {os.environ['CGES_API_KEY']}"},`] : []),
    ')',
    'response.raise_for_status()',
    suiteOf(submission) === null ? 'print(response.json()["id"])' : 'print(response.json()["evaluations"])',
    '',
  ].join('\n')
}

/** JSON's strings are Python's too: characters beyond 16 bits are written as they are. */
function pythonValue(value: unknown, indent: string): string {
  const deeper = `${indent}    `
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (Array.isArray(value)) {
    return `[\n${value.map((each) => `${deeper}${pythonValue(each, deeper)},\n`).join('')}${indent}]`
  }
  if (!isObject(value)) return JSON.stringify(value)
  const lines = Object.entries(value).map(
    ([key, inner]) => `${deeper}${JSON.stringify(key)}: ${pythonValue(inner, deeper)},\n`,
  )
  return `{\n${lines.join('')}${indent}}`
}

function isObject(value: unknown): value is Submission {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
