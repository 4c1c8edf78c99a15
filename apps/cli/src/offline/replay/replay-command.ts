import { AnswerKind, DEFAULT_BUDGET, MAX_BUDGET } from '@cges-fleet/core'
import { Command, InvalidArgumentError, Option } from 'commander'
import { LOG_HELP, type LogFlags, logReading, withLogOptions } from '../../logs/log-options.js'
import { DSC_RANKINGS, type DscRanking } from './difficulty-order.js'
import { type Grades, GRADES } from './grade.js'
import { readRecordings } from './read-recordings.js'
import { replayVerdicts } from './replay.js'
import { replayReport } from './replay-report.js'
import { replayText } from './replay-text.js'
import { splitMethods } from './split-methods.js'
import { IDENTITY, readValueMap, type ValueMap } from './value-map.js'

interface ReplayFlags extends LogFlags {
  readonly methods: string[]
  readonly budget: number
  readonly seeds: number
  readonly kind: AnswerKind
  readonly grades: Grades
  readonly confidenceMap: ValueMap
  readonly rewardMap: ValueMap
  readonly dscRanking: DscRanking
  readonly gammaGrid?: boolean
  readonly json?: boolean
  readonly inOrder?: boolean
  readonly verdicts?: boolean
}

/** `cges replay`: what every method would have made of samples that are already there. */
export function replayCommand(): Command {
  return withLogOptions(
    new Command('replay')
      .description('run methods on samples you have, recordings or other programs’ logs, without fleet or model')
      .argument('<files...>', 'recordings, or logs: see below'),
  )
    .requiredOption('--methods <list>', 'methods, separated by ; or , (may be given again)', collect)
    .option('--budget <n>', 'samples for methods that name no budget', wholeTo(MAX_BUDGET), DEFAULT_BUDGET)
    .option('--seeds <n>', 'permutations of each question’s samples, the same for every method', wholeTo(10_000), 10)
    .addOption(new Option('--kind <kind>', 'how answers are compared').choices(AnswerKind.options).default('math'))
    .addOption(new Option('--grades <by>', 'by what answers are graded').choices(GRADES).default('reference'))
    .option('--confidence-map <map>', 'how confidence becomes a number in [0, 1]', readValueMap, IDENTITY)
    .option('--reward-map <map>', 'how reward does, such as logistic:0,1', readValueMap, IDENTITY)
    .addOption(
      new Option('--dsc-ranking <from>', 'where DSC’s order comes from').choices(DSC_RANKINGS).default('given'),
    )
    .option('--gamma-grid', 'sweep gamma for every CGES method, and name the efficient one')
    .option('--in-order', 'take the samples as they stand in the file, once')
    .option('--verdicts', 'print the verdicts on the samples as they stand, one line each, instead of tables')
    .option('--json', 'print JSON instead of tables')
    .addHelpText('after', FORMAT_HELP)
    .action(runReplay)
}

async function runReplay(files: string[], flags: ReplayFlags): Promise<void> {
  const methods = splitMethods(flags.methods, flags.budget)
  const reading = logReading(flags)
  const wanted = { kind: flags.kind, answers: flags.answers, reading, known: reading.known }
  const { recordings, warnings } = await readRecordings(files, wanted)
  for (const warning of warnings) console.error(`warning: ${warning}`)
  const maps = { confidence: flags.confidenceMap, reward: flags.rewardMap }
  if (flags.verdicts === true) {
    process.stdout.write(replayVerdicts(methods, recordings, { maps, dscRanking: flags.dscRanking }).join(''))
    return
  }
  const report = replayReport(methods, recordings, {
    budget: flags.budget,
    seeds: flags.seeds,
    grades: flags.grades,
    maps,
    inOrder: flags.inOrder === true,
    dscRanking: flags.dscRanking,
    gammaGrid: flags.gammaGrid === true,
  })
  console.log(flags.json === true ? JSON.stringify(report, null, 2) : replayText(report).join('\n'))
  if (report.methods.length === 0) process.exitCode = 1
}

const FORMAT_HELP = `${LOG_HELP}

A line of a recording:
  {"question_id":"q1","answer":"42","difficulty":0.3,"samples":[{"answer":"42","confidence":0.9},{"text":"… \\\\boxed{7}"}]}
of a question:
  answer       the reference answer; without it every sample needs correct
  difficulty   higher is harder; for --dsc-ranking given
of a sample:
  answer       as given, null where there is none; else it is read from text
  logprobs     of the sampled tokens: every signal but mars and rm; with tokens also mars
  confidence   a number in [0, 1], or else mapped by --confidence-map; it stands for whatever signal a method names
               that the file does not otherwise have. Or an object with a number for each signal.
  reward       for rm: in [0, 1], or else mapped by --reward-map
  correct      the grade, for --grades recorded
logistic:center,scale maps x to 1 / (1 + exp(−(x − center) / scale)).
  cges replay runs.jsonl.gz --methods "sc;esc:window=4;cges:confidence=lns-arith,gamma=0.99" --seeds 50`

function collect(text: string, earlier: string[] = []): string[] {
  return [...earlier, text]
}

function wholeTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isInteger(value) || value < 1 || value > most) {
      throw new InvalidArgumentError(`must be a whole number from 1 to ${most}`)
    }
    return value
  }
}
