import { inNumber, leftOutWords } from '@cges-fleet/core'
import { GetComparison, GetEvaluation, GetStatistics } from '@cges-fleet/core/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { type Check, type CheckedMethod, checkEvaluation } from './check-evaluation.js'
import { UsageError } from '../errors.js'
import { requireWritable, writeTextFile } from '../files/text-files.js'
import { markedName, markLine } from '../shell/format.js'
import { collect, withApi, withJson, withJsonFile } from '../shell/options.js'
import { judgedIn, waitWithBar } from '../shell/progress.js'
import { nameOfKey } from './name-of-key.js'

interface CheckFlags {
  readonly api?: string
  readonly suite?: string
  readonly run: string[]
  readonly baseline: string
  readonly delta: number
  readonly maxCalls?: number
  readonly maxTokens?: number
  readonly method: string[]
  readonly junit?: string
  readonly json?: true
  readonly jsonFile?: string
}

const EXIT_CODES: Record<Check['result'], number> = { passed: 0, failed: 1, undecided: 2, copies: 4 }

/** Exit status when the check could not be made: no API, no such evaluation, an invalid option. */
const NOT_CHECKED = 3

/** `cges check`: an evaluation as a gate, for CI. */
export function checkCommand(apiOf: (flags: { readonly api?: string }) => ApiClient): Command {
  return withApi(
    withJsonFile(withJson(new Command('check')))
      .description('compare a finished evaluation, or each of a suite, with a baseline, for CI')
      .argument('[id]', 'its id'),
  )
    .option('--suite <suite>', 'check every evaluation of this suite’s table, in place of an id')
    .option('--run <id>', 'of a suite, the evaluation to check where there are several; repeat for more', collect, [])
    .option('--baseline <method>', 'method to compare with; sc: SC at the budget of each', 'sc')
    .option('--delta <points>', 'accepted loss of accuracy, in points', amount, 1)
    .option('--max-calls <n>', 'most calls per question on average', amount)
    .option('--max-tokens <n>', 'most tokens per question on average', amount)
    .option('--method <method>', 'method to check; repeat for several', (text, all: string[]) => [...all, text], [])
    .option('--junit <file>', 'write the result as JUnit XML')
    .addHelpText('after', EXIT_HELP)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : NOT_CHECKED))
    .action(async (id: string | undefined, flags: CheckFlags) => {
      // Any error before a verdict exits with this status.
      process.exitCode = NOT_CHECKED
      for (const file of [flags.junit, flags.jsonFile]) requireWritable(file)
      const api = apiOf(flags)
      const checks: Check[] = []
      for (const each of await idsOf(api, id, flags)) checks.push(await checked(api, each, flags))
      const result = worstOf(checks)
      if (flags.junit !== undefined) writeTextFile(flags.junit, junitReport(checks))
      const json = JSON.stringify(
        flags.suite === undefined ? checks[0] : { suite: flags.suite, result, checks },
        null,
        2,
      )
      if (flags.jsonFile !== undefined) writeTextFile(flags.jsonFile, `${json}\n`)
      console.log(flags.json === true ? json : checks.flatMap(checkText).join('\n'))
      process.exitCode = EXIT_CODES[result]
    })
}

const EXIT_HELP = `
Exit codes:
  0  every method checked is better than its baseline, or not inferior to it
  1  at least one is worse, or is charged more than --max-calls or --max-tokens
  2  at least one is inconclusive or cannot be compared, or questions failed, and no method did
  3  nothing was checked: no API, no such evaluation, a wrong option
  4  the samples are copies of each other: votes and saved calls mean nothing`

/** The evaluations to check: one, or those of a suite's table. */
async function idsOf(api: ApiClient, id: string | undefined, { suite, run }: CheckFlags): Promise<string[]> {
  if ((id === undefined) === (suite === undefined)) throw new UsageError('give either an id or --suite NAME')
  if (id !== undefined) return [id]
  const runs = run.length === 0 ? undefined : run.join(',')
  const { evaluations, leftOut } = await api.call(GetComparison, { query: { suite, runs } })
  for (const { name, note } of leftOut) console.error(`note: ${name} is not checked: ${leftOutWords(note)}`)
  return evaluations.map((evaluation) => evaluation.id)
}

const BY_GRAVITY = ['copies', 'failed', 'undecided', 'passed'] as const satisfies readonly Check['result'][]

/** The result of several checks together. */
function worstOf(checks: readonly Check[]): Check['result'] {
  return BY_GRAVITY.find((result) => checks.some((check) => check.result === result)) ?? 'undecided'
}

async function checked(api: ApiClient, id: string, flags: CheckFlags): Promise<Check> {
  const view = await api.call(GetEvaluation, { path: { id } })
  const judged = api.call(GetStatistics, { path: { id }, query: { baseline: flags.baseline } })
  const statistics = await waitWithBar('judging', judgedIn(view), judged)
  const { delta, maxCalls = null, maxTokens = null, method: methods } = flags
  const terms = { delta, maxCalls, maxTokens, methods }
  return checkEvaluation(view, statistics, terms)
}

function checkText({ evaluation, result, delta, copies, incomplete, methods }: Check): string[] {
  const mark = markLine(evaluation.provenance)
  return [
    `${markedName(evaluation.name, evaluation.provenance)}: ${result}, at a delta of ${delta} ${inNumber(delta, 'point', 'points')}`,
    ...(mark === null ? [] : [mark]),
    ...(copies === null ? [] : [`copies: ${copies}`]),
    ...(incomplete === null ? [] : [`incomplete: ${incomplete}. Draw them again: cges retry ${evaluation.id}`]),
    ...methods.flatMap((each) => [`${each.result}: ${nameOfKey(each.method)}`, `  ${each.reason}`]),
  ]
}

function amount(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('must be above 0')
  return value
}

/** Formats checks as JUnit XML, a suite an evaluation, a test case a method: a worse method is a failure, an undecidable one an error. */
export function junitReport(checks: readonly Check[]): string {
  const all = checks.map(countsOf)
  const sum = (of: 'tests' | 'failures' | 'errors') => all.reduce((total, counts) => total + counts[of], 0)
  const counts = { tests: sum('tests'), failures: sum('failures'), errors: sum('errors') }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes(counts)}>`,
    ...checks.flatMap(junitSuite),
    '</testsuites>',
    '',
  ].join('\n')
}

interface Counts {
  readonly tests: number
  readonly failures: number
  readonly errors: number
}

function countsOf({ methods, copies, incomplete }: Check): Counts {
  const count = (result: CheckedMethod['result']): number => methods.filter((each) => each.result === result).length
  const [copied, open] = [copies, incomplete].map((why) => (why === null ? 0 : 1)) as [number, number]
  return {
    tests: methods.length + copied + open,
    failures: count('failed') + copied,
    errors: count('undecided') + open,
  }
}

function attributes({ tests, failures, errors }: Counts): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}"`
}

function junitSuite(check: Check): string[] {
  const { evaluation, delta, copies, incomplete, methods } = check
  const name = `${markedName(evaluation.name, evaluation.provenance)}, delta ${delta} points`
  const properties = { provenance: evaluation.provenance, answers: markLine(evaluation.provenance) }
  return [
    `  <testsuite name="${escaped(name)}" ${attributes(countsOf(check))} id="${escaped(evaluation.id)}">`,
    '    <properties>',
    ...Object.entries(properties).flatMap(([key, value]) => (value === null ? [] : [property(key, value)])),
    '    </properties>',
    ...(copies === null ? [] : [samplesCase('independent samples', 'failure', { type: 'copies', why: copies })]),
    ...(incomplete === null ? [] : [samplesCase('every question', 'error', { type: 'incomplete', why: incomplete })]),
    ...methods.map(testCase),
    '  </testsuite>',
  ]
}

function property(name: string, value: string): string {
  return `      <property name="${name}" value="${escaped(value)}"/>`
}

function samplesCase(
  name: string,
  tag: 'failure' | 'error',
  { type, why }: { readonly type: string; readonly why: string },
): string {
  return `    <testcase classname="cges.check" name="${name}"><${tag} type="${type}" message="${escaped(why)}"/></testcase>`
}

function testCase({ method, result, reason, judgement }: CheckedMethod): string {
  const open = `    <testcase classname="cges.check" name="${escaped(method)}">`
  if (result === 'passed') return `${open}<system-out>${escaped(reason)}</system-out></testcase>`
  const tag = result === 'failed' ? 'failure' : 'error'
  return `${open}<${tag} type="${result === 'failed' && judgement !== 'worse' ? 'calls' : (judgement ?? result)}" message="${escaped(reason)}"/></testcase>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Makes text safe in XML 1.0, which has no way to write most control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
}
