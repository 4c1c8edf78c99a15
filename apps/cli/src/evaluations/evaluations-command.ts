import {
  counted,
  type EvaluationPage,
  EvaluationSort,
  EvaluationStatus,
  moneyWords,
  statusWords,
} from '@cges-fleet/core'
import { type Asking, ListEvaluations } from '@cges-fleet/core/contract'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { columns, cut, percent } from '../shell/format.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface Options {
  readonly api?: string
  readonly json?: true
  readonly limit: number
  readonly status?: EvaluationStatus
  readonly benchmark?: string
  readonly pool?: string
  readonly tag?: string
  readonly search?: string
  readonly mine?: true
  readonly archived?: true
  readonly sort?: EvaluationSort
}

type Row = EvaluationPage['evaluations'][number]

/** `cges evaluations`: the ids that other commands take, with each evaluation's status and its most accurate method. */
export function evaluationsCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(withApi(new Command('evaluations')))
    .description('list evaluations: id, name, status and the most accurate method of each')
    .option('--limit <n>', `most to list, at most ${MOST_LISTED}`, limit, 20)
    .addOption(new Option('--status <status>', 'only those with this status').choices(EvaluationStatus.options))
    .option('--benchmark <name>', 'only those on this benchmark')
    .option('--pool <name>', 'only those on this pool')
    .option('--tag <tag>', 'only those with this tag')
    .option('--search <text>', 'only those with this text in their name')
    .option('--mine', 'only those submitted with a key of your key’s name')
    .option('--archived', 'archived ones, which are left out otherwise')
    .addOption(new Option('--sort <order>', 'order; newest first unless given').choices(EvaluationSort.options))
    .action(async ({ json, api, limit: most, ...filter }: Options) => {
      const { evaluations, more } = await list(apiOf(api === undefined ? {} : { api }), filter, most)
      printResult(json === undefined ? {} : { json }, { evaluations, more }, () => listText(evaluations, more))
    })
}

const MOST_LISTED = 500

function limit(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > MOST_LISTED)
    throw new InvalidArgumentError(`must be a whole number from 1 to ${MOST_LISTED}`)
  return value
}

interface Listed {
  readonly evaluations: readonly Row[]
  /** Whether there are others that `--limit` leaves out. */
  readonly more: boolean
}

async function list(
  api: ApiClient,
  { search, mine, archived, ...filter }: Omit<Options, 'api' | 'json' | 'limit'>,
  most: number,
): Promise<Listed> {
  const query: NonNullable<Asking<typeof ListEvaluations>['query']> = {
    ...filter,
    q: search,
    mine: mine === true ? '1' : undefined,
    archived: archived === true ? '1' : undefined,
  }
  const found: Row[] = []
  for (let cursor: string | undefined; ;) {
    const page = await api.call(ListEvaluations, { query: { ...query, cursor } })
    found.push(...page.evaluations)
    if (page.next === null || found.length >= most)
      return { evaluations: found.slice(0, most), more: found.length > most || page.next !== null }
    cursor = page.next
  }
}

const LONGEST_NAME = 32

/** Formats a list of evaluations for people. */
export function listText(evaluations: readonly Row[], more: boolean): string[] {
  if (evaluations.length === 0) return ['No evaluations. Submit one with cges evaluate FILE.']
  const isPriced = evaluations.some(({ cost }) => cost.money !== null)
  const costOf = ({ cost: { money, currency } }: Row) =>
    money === null || currency === null ? '—' : moneyWords(money, currency)
  const rows = evaluations.map((row) => [
    row.id,
    cut(row.name, LONGEST_NAME),
    statusWords(row),
    ...bestCells(row),
    ...(isPriced ? [costOf(row)] : []),
  ])
  const head = ['id', 'name', 'status', 'accuracy', 'calls', 'saved', 'most accurate method']
  return [
    ...columns([[...head, ...(isPriced ? ['cost'] : [])], ...rows]),
    ...(evaluations.some(({ best }) => best?.accuracy === 0) ? [ALL_WRONG] : []),
    ...(more ? [`These are ${counted(evaluations.length, 'evaluation')}; raise --limit for more.`] : []),
  ]
}

const ALL_WRONG = 'At 0.0 % no method has a correct answer, so none is the most accurate.'

/** Figures that may still change are never worded as final ones. */
function bestCells({ best, status }: Row): string[] {
  if (best === null) return ['—', '—', '—', '—']
  const when = best.live === null && status === 'done' ? '' : status === 'decided' ? 'decided ' : 'so far '
  if (best.accuracy === 0) return [`${when}${percent(0)}`, '—', '—', '—']
  return [`${when}${percent(best.accuracy)}`, best.calls.toFixed(2), percent(best.saved), best.label]
}
