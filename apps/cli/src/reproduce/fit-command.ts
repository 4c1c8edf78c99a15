import { dirname } from 'node:path'
import { Command, Option } from 'commander'
import { fitProfile, PAPER_BENCHMARKS, type PaperBenchmark, profilePath, readPublished } from '@cges-fleet/reproduce'
import { makeFolder } from '../make-folder.js'
import { writeTextFile } from '../write-text-file.js'

/** `cges fit-profiles`: makes the parameter files that `cges reproduce` draws from. */
export function fitCommand(): Command {
  return new Command('fit-profiles')
    .description(
      'fit the simulation of the paper’s benchmarks to its SC, ESC and ASC-β rows, and to each signal’s ECE and AUC',
    )
    .addOption(new Option('--benchmark <name...>', 'which; all unless given').choices(PAPER_BENCHMARKS))
    .action(({ benchmark }: { benchmark?: PaperBenchmark[] }) => {
      const published = readPublished()
      for (const each of benchmark ?? PAPER_BENCHMARKS) {
        const profile = fitProfile(each, published)
        makeFolder(dirname(profilePath(each)))
        writeTextFile(profilePath(each), `${JSON.stringify(profile, null, 2)}\n`)
        console.log(`${profilePath(each)}: ${profile.fit.map(residual).join(', ')}`)
      }
    })
}

function residual({ quantity, fitted, published }: { quantity: string; fitted: number; published: number }): string {
  return `${quantity} ${fitted} (${published})`
}
