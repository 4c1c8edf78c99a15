import { dirname } from 'node:path'
import { fitProfile, loadPublished, PAPER_BENCHMARKS, type PaperBenchmark, profilePath } from '@cges-fleet/research'
import { Command, Option } from 'commander'
import { makeFolder, writeTextFile } from '../files/text-files.js'
import { withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'

interface Fitted {
  readonly file: string
  readonly fit: ReturnType<typeof fitProfile>['fit']
}

/** `cges research fit-profiles`: fits the parameter files that `cges research reproduce` draws from. */
export function fitCommand(): Command {
  return withJson(new Command('fit-profiles'))
    .description('fit the simulated benchmarks to the paper’s SC, ESC and ASC-β rows and each signal’s ECE and AUC')
    .addOption(new Option('--benchmark <name...>', 'which; all unless given').choices(PAPER_BENCHMARKS))
    .action((flags: { benchmark?: PaperBenchmark[]; json?: true }) => {
      const published = loadPublished()
      const wanted = flags.benchmark ?? PAPER_BENCHMARKS
      const fitted: Fitted[] = []
      const bar = startProgress('fitting')
      for (const [done, each] of wanted.entries()) {
        const onShare = (share: number) =>
          bar.show({ done: done + share, total: wanted.length, count: done, what: 'profiles' })
        const profile = fitProfile(each, published, onShare)
        makeFolder(dirname(profilePath(each)))
        writeTextFile(profilePath(each), `${JSON.stringify(profile, null, 2)}\n`)
        fitted.push({ file: profilePath(each), fit: profile.fit })
      }
      bar.clear()
      printResult(flags, fitted, () => fitted.map(({ file, fit }) => `${file}: ${fit.map(residual).join(', ')}`))
    })
}

function residual({ quantity, fitted, published }: Fitted['fit'][number]): string {
  return `${quantity} ${fitted} (${published})`
}
