import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  customRuleResult,
  permute,
  type RecordedSample,
  type Recording,
  type ReplayedMethod,
  type ReplayOptions,
  shortOf,
  type Stop,
} from '@cges-fleet/replay'
import type { Command } from 'commander'
import { UsageError } from '../errors.js'
import { collect } from '../shell/options.js'
import { startProgress } from '../shell/progress.js'
import { CustomRule, type CustomStop, type CustomVote } from './custom-rule.js'
import { type Decide, requirePrefix, requireSeen } from './require-prefix.js'

/** An external rule: a JavaScript module, or a command line, which decides questions one by one or as a set. */
export type CustomMethod = { readonly kind: 'file' | 'command' | 'set-command'; readonly text: string }

const HOST = fileURLToPath(new URL('rule-host.js', import.meta.url))

/** Questions with their samples, in the order drawn; a rule on sets decides them together. */
interface Pools {
  readonly ids: readonly string[]
  readonly pools: readonly (readonly CustomVote[])[]
}

/**
 * Decides sets of questions by an external rule, and refuses one that depends on more than the samples it is charged
 * for.
 */
export async function decideByCustomRule(
  custom: CustomMethod,
  sets: readonly Pools[],
  budget: number,
): Promise<CustomStop[][]> {
  const questions = sets.reduce((sum, { ids }) => sum + ids.length, 0)
  return withRule(custom, budget, questions, async (decide) => {
    const stops: CustomStop[][] = []
    for (const set of sets) stops.push(await checked(custom.text, decide, set))
    return stops
  })
}

/**
 * Runs an own rule on the same permutations as every other method, and checks on the first that it is a function of the
 * samples it is charged for.
 */
async function runCustomRule(
  custom: CustomMethod,
  recordings: readonly Recording[],
  options: Pick<ReplayOptions, 'seeds' | 'grades' | 'inOrder'> & { readonly budget: number },
): Promise<ReplayedMethod> {
  const { budget, inOrder, grades } = options
  const seeds = inOrder ? 1 : options.seeds
  const short = shortOf(recordings, budget)
  if (short !== null) throw new UsageError(`${custom.text}: its budget is ${budget}, but ${short.text}`)
  const ids = recordings.map(({ id }) => id)
  return withRule(custom, budget, recordings.length * seeds, async (decide) => {
    const bySeed: Stop[][] = []
    for (let seed = 0; seed < seeds; seed += 1) {
      const drawn = recordings.map((recording) => drawnOf(recording, inOrder ? null : seed).slice(0, budget))
      const pools = drawn.map((samples) => samples.map(voteOf))
      const stops = await checked(custom.text, decide, { ids, pools, isFirst: seed === 0 })
      bySeed.push(stops.map((stop, at) => stopOf(stop, drawn[at] ?? [], budget)))
    }
    return customRuleResult(`own: ${custom.text}`, budget, { recordings, grades }, bySeed)
  })
}

/** Decides, and checks the answers; on the first order it asks again, to check that the samples after the stops do not matter. */
async function checked(
  name: string,
  decide: Decide,
  { ids, pools, isFirst = true }: Pools & { readonly isFirst?: boolean },
): Promise<CustomStop[]> {
  const stops = await decide(pools)
  const stopped = stops.map((stop, at) => ({ id: ids[at] ?? '', votes: pools[at] ?? [], stop }))
  if (isFirst) await requirePrefix(name, decide, stopped)
  requireSeen(name, stopped)
  return stops
}

/** Starts an external rule, has it decide questions or sets, shows the progress, and ends it. */
async function withRule<T>(
  { kind, text }: CustomMethod,
  budget: number,
  questions: number,
  use: (decide: Decide) => Promise<T>,
): Promise<T> {
  if (kind === 'file') requireModule(text)
  const command =
    kind === 'file'
      ? { name: text, file: process.execPath, args: [HOST, resolve(text)], shell: false }
      : { name: text, file: text, args: [], shell: true }
  const rule = new CustomRule(command, budget)
  const bar = startProgress('own rule')
  let done = 0
  const count = (more: number): void => {
    done += more
    bar.show({ done: Math.min(done, questions), total: questions, what: 'questions' })
  }
  try {
    const isOfSets = kind === 'set-command' || (kind === 'file' && (await rule.decides()) === 'set')
    const found = await use(async (pools) => {
      if (!isOfSets) return Promise.all(pools.map((votes) => rule.decide(votes).finally(() => count(1))))
      const stops = await rule.decideSet(pools)
      count(pools.length)
      return stops
    })
    bar.clear()
    const printed = rule.printed()
    if (printed.length > 0) console.error([`${text} printed, at the end:`, ...printed].join('\n  '))
    return found
  } finally {
    bar.clear()
    rule.end()
  }
}

/** Refuses a file that is not there, or that Node cannot run. */
export function requireModule(path: string): void {
  if (!existsSync(path)) throw new UsageError(`no file ${basename(path)} at ${resolve(path)}`)
  if (/\.[cm]?[jt]s$/u.test(path)) return
  const program = path.endsWith('.py') ? `python3 ${path}` : `./${basename(path)}`
  throw new UsageError(
    `--method-file takes a JavaScript module, and ${path} is none. Run a program with --method-command "${program}"`,
  )
}

function stopOf({ calls, answer }: CustomStop, drawn: readonly RecordedSample[], budget: number): Stop {
  const known = drawn.slice(0, calls).map(({ tokens }) => tokens ?? null)
  const tokens = known.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0)
  return {
    calls,
    answer,
    score: null,
    tokens,
    sequential: tokens,
    rounds: calls,
    reason: calls < budget ? 'threshold' : 'budget',
  }
}

function drawnOf({ id, samples }: Recording, seed: number | null): readonly RecordedSample[] {
  return seed === null ? samples : permute(samples, seed, id)
}

function voteOf({ answer, confidence, reward, signals }: RecordedSample): CustomVote {
  return { answer, confidence, reward, signals }
}

/** The external rules requested. */
export interface CustomRuleFlags {
  readonly methodFile?: readonly string[]
  readonly methodCommand?: readonly string[]
  readonly methodSetCommand?: readonly string[]
}

/** Runs the rules that are not ours on the same samples, one after the other. */
export async function runCustomRules(
  { methodFile = [], methodCommand = [], methodSetCommand = [] }: CustomRuleFlags,
  recordings: readonly Recording[],
  options: ReplayOptions & { readonly budget: number },
): Promise<ReplayedMethod[]> {
  const rules: CustomMethod[] = [
    ...methodFile.map((text) => ({ kind: 'file', text }) as const),
    ...methodCommand.map((text) => ({ kind: 'command', text }) as const),
    ...methodSetCommand.map((text) => ({ kind: 'set-command', text }) as const),
  ]
  const results: ReplayedMethod[] = []
  for (const rule of rules) results.push(await runCustomRule(rule, recordings, options))
  return results
}

/** Gives `cges replay` its options for external rules. */
export function withCustomRules(command: Command): Command {
  return command
    .option(
      '--method-file <rule.mjs>',
      'also run your rule: a JavaScript module (see below; repeat for several)',
      collect,
    )
    .option(
      '--method-command <command>',
      'also run your rule: a program over JSON lines (see below; repeat for several)',
      collect,
    )
    .option(
      '--method-set-command <command>',
      'also run your rule: a program that decides all questions together (see below; repeat for several)',
      collect,
    )
}

export const CUSTOM_RULE_HELP = `
Your rule is called once per question and order, with the samples up to --budget. It returns its answer and how many samples it used. On the first order it is called again with other samples after its stop: a rule that looks ahead decides differently and is refused. So is an answer that none of the samples it used gave. What it writes to standard error is shown at its end.
As a module, rule.mjs:
  export default (votes, budget) => ({ calls: 5, answer: votes[0].answer })
as a program, one line in and one line out for each question:
  {"budget": 16, "votes": [{"answer": "A", "confidence": 0.9, "reward": null, "signals": {}}, …]}   →   {"calls": 5, "answer": "A"}
a rule that decides all questions together, as a module:
  export const decideSet = (questions, budget) => questions.map(({ votes }) => ({ calls: 5, answer: votes[0].answer }))
as a program (--method-set-command), one line in and one line out for them all:
  {"budget": 16, "questions": [{"votes": […]}, …]}   →   [{"calls": 5, "answer": "A"}, …]`
