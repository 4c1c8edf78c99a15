import { JudgeComparison, GetComparison } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api-client.js'
import { printResult } from '../manners/print-result.js'
import { withJson } from '../manners/with-json.js'
import { counted } from '@cges-fleet/core'
import { waitWithBar } from '../report/wait-with-bar.js'
import { comparisonText } from './comparison-text.js'

interface Options {
  readonly api?: string
  readonly suite?: string
  readonly own?: true
  readonly base?: string
  readonly against?: string
  readonly methods?: string
  readonly unpaired?: true
  readonly json?: true
}

/** `cges compare`: evaluations side by side, what differs between them first. */
export function compareCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('compare'))
    .description('put two to twelve evaluations, or a suite, side by side: what differs, then paired differences')
    .argument('[ids...]', 'their ids')
    .option('--suite <suite>', 'the newest evaluation of each benchmark of a suite, in place of ids')
    .option('--own', 'compare methods within each evaluation, with averages over all')
    .option('--base <id>', 'the evaluation others are compared with; the first unless given')
    .option('--against <method>', 'the method all are compared with; the same method unless given')
    .option('--methods <methods>', 'those shown, with semicolons between them')
    .option('--unpaired', 'where no question is in common, compare shares')
    .action(async (ids: readonly string[], options: Options) => {
      const api = apiOf(options)
      const query = queryOf(ids, options)
      const comparison = await api.call(GetComparison, { query })
      const what = counted(comparison.evaluations.length, 'evaluation')
      const statistics = await waitWithBar('comparing', what, api.call(JudgeComparison, { query }))
      printResult(options, { ...comparison, statistics }, () => comparisonText(comparison, statistics))
    })
}

function queryOf(ids: readonly string[], { suite, own, base, against, methods, unpaired }: Options) {
  return {
    evaluations: ids.length === 0 ? undefined : ids.join(','),
    suite,
    with: own === true ? ('own' as const) : undefined,
    base,
    against,
    methods,
    unpaired: unpaired === true ? ('1' as const) : undefined,
  }
}
