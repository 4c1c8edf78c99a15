import { basename } from 'node:path'
import { counted, countedOf, inNumber, VERDICT_BATCH } from '@cges-fleet/core'
import { AddVerdicts, GetEvaluation } from '@cges-fleet/core/contract'
import { ExternalName, MAX_BUDGET } from '@cges-fleet/methods'
import { Command, InvalidArgumentError } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { decideByCustomRule, type CustomMethod } from '../custom-rules/run-custom-rule.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'
import { type StoredTrial, storedTrials } from './stored-evaluations.js'
import { evaluationJson } from './evaluation-json.js'
import { methodTable } from './method-table.js'

interface VerdictFlags {
  readonly api?: string
  readonly json?: true
  readonly methodFile?: string
  readonly methodCommand?: string
  readonly methodSetCommand?: string
  readonly name?: string
  readonly budget?: number
}

type ApiOf = (flags: { readonly api?: string }) => ApiClient

/** `cges verdicts`: applies external rules to an evaluation's samples, beside its methods. */
export function verdictsCommand(apiOf: ApiOf): Command {
  return new Command('verdicts').description('verdicts of rules of your own').addCommand(importCommand(apiOf))
}

function importCommand(apiOf: ApiOf): Command {
  return withJson(withApi(new Command('import')))
    .description('run your own rule on a finished evaluation’s samples and show its verdicts with the others')
    .argument('<id>', 'the evaluation’s id')
    .option('--method-file <rule.mjs>', 'your rule: a JavaScript module')
    .option('--method-command <command>', 'your rule: a program that reads and writes JSON lines')
    .option('--method-set-command <command>', 'your rule: a program that decides all questions of a replicate together')
    .option('--name <name>', 'its name on pages; from the file’s name unless given', name)
    .option('--budget <n>', 'samples per question; the evaluation’s largest budget unless given', budget)
    .action((id: string, flags: VerdictFlags) => importVerdicts(id, flags, apiOf(flags)))
}

async function importVerdicts(id: string, flags: VerdictFlags, api: ApiClient): Promise<void> {
  const custom = ruleOf(flags)
  const called = flags.name ?? nameOf(custom)
  const view = await api.call(GetEvaluation, { path: { id } })
  if (view.status !== 'done')
    throw new UsageError(`evaluation ${id} is ${view.status}: rules are added once it is done`)
  const wanted = flags.budget ?? Math.max(...view.methods.map(({ spec }) => spec.budget))
  const trials = decidable(await storedTrials(api, view), wanted, view.trials.blocked)
  const verdicts = await verdictsOf(custom, trials, wanted)
  const bar = startProgress('sending ')
  let stored = 0
  for (let from = 0; from < verdicts.length; from += VERDICT_BATCH) {
    bar.show({ done: from, total: verdicts.length, what: 'verdicts' })
    const body = { name: called, budget: wanted, verdicts: verdicts.slice(from, from + VERDICT_BATCH) }
    stored += (await api.repeat(AddVerdicts, { path: { id }, body })).stored
  }
  bar.clear()
  const evaluation = await api.call(GetEvaluation, { path: { id } })
  const method = `external:name=${called}@${wanted}`
  const imported = { method, verdicts: verdicts.length, new: stored }
  printResult(flags, { ...evaluationJson(evaluation), imported }, () => [
    ...methodTable(evaluation),
    `${method}: ${countedOf(stored, verdicts.length, 'verdict')} ${inNumber(stored, 'is', 'are')} new`,
  ])
}

/** Decides replicate by replicate: a rule on sets decides the questions of one together, in the order of the benchmark. */
async function verdictsOf(custom: CustomMethod, trials: readonly StoredTrial[], wanted: number) {
  const replicates = [...new Set(trials.map(({ replicate }) => replicate))]
  const sets = replicates.map((replicate) => trials.filter((trial) => trial.replicate === replicate))
  const pools = sets.map((set) => ({
    ids: set.map(({ questionId }) => questionId),
    pools: set.map(({ votes }) => votes.slice(0, wanted)),
  }))
  const stops = await decideByCustomRule(custom, pools, wanted)
  return sets.flatMap((set, at) =>
    set.map(({ questionId, replicate }, place) => {
      const { calls, answer } = stops[at]?.[place] ?? { calls: wanted, answer: null }
      return { questionId, replicate, calls, answer }
    }),
  )
}

/** The trials that have enough samples for that budget; trials without are allowed only if they are blocked. */
function decidable(trials: readonly StoredTrial[], wanted: number, blocked: number): StoredTrial[] {
  const whole = trials.filter(({ votes }) => votes.length >= wanted)
  const short = trials.length - whole.length
  if (short <= blocked && whole.length > 0) return whole
  const least = trials.map(({ votes }) => votes.length).toSorted((a, b) => a - b)[blocked] ?? 0
  throw new UsageError(
    `${counted(short, 'question')} ${inNumber(short, 'has', 'have')} fewer than ${counted(wanted, 'sample')}: no method of the evaluation needed more. ` +
      (least > 0
        ? `Give --budget ${least} at most, or an evaluation that draws them, as sc does.`
        : 'Nothing can be decided on them.'),
  )
}

function ruleOf({ methodFile, methodCommand, methodSetCommand }: VerdictFlags): CustomMethod {
  const given = [
    { kind: 'file', text: methodFile } as const,
    { kind: 'command', text: methodCommand } as const,
    { kind: 'set-command', text: methodSetCommand } as const,
  ].flatMap(({ kind, text }) => (text === undefined ? [] : [{ kind, text }]))
  const [custom, another] = given
  if (custom !== undefined && another === undefined) return custom
  throw new UsageError('give one rule: --method-file rule.mjs, or --method-command "python3 rule.py"')
}

function nameOf({ kind, text }: CustomMethod): string {
  const file = kind === 'file' ? text : (text.split(/\s+/u).find((part) => /\.[a-z]+$/u.test(part)) ?? text)
  const short = basename(file)
    .replace(/\.[a-z]+$/u, '')
    .toLowerCase()
  if (ExternalName.safeParse(short).success) return short
  throw new UsageError(`give the rule a --name: "${short}" cannot be one`)
}

function name(text: string): string {
  const read = ExternalName.safeParse(text)
  if (read.success) return read.data
  throw new InvalidArgumentError(read.error.issues[0]?.message ?? 'is no name')
}

function budget(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= 1 && value <= MAX_BUDGET) return value
  throw new InvalidArgumentError(`must be a whole number from 1 to ${MAX_BUDGET}`)
}
