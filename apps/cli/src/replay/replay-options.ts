import { MAX_BUDGET } from '@cges-fleet/methods'
import { DSC_RANKINGS, GRADES } from '@cges-fleet/replay'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { CUSTOM_RULE_HELP } from '../custom-rules/run-custom-rule.js'
import { LOG_HELP } from '../logs/log-options.js'
import { DEMO_OPTION } from '../logs/sample-files.js'
import { collect, mapOption } from '../shell/options.js'
import { parseSlice } from './slices.js'

export const DEFAULT_SEEDS = 10

/** Adds the options that choose the methods to replay, and how. */
export function withMethods(command: Command): Command {
  return command
    .option(...DEMO_OPTION)
    .option(
      '--methods <list>',
      'methods to compare, separated by ; or ,; unless given, those that the log names or the usual ones. A bare esc, cges, cisc or cite-weighted takes the usual settings, which are printed',
      collect,
    )
    .option(
      '--until <goal>',
      'report where a run could have ended: "accuracy=4" (an interval of 4 points), "decided=sc@16;margin=1" or "best;margin=1"; after 50 questions at the earliest, or with ;at-least=20',
    )
    .option(
      '--budget <n>',
      'samples for rules that name no budget; unless given, as many as every question has',
      wholeTo(MAX_BUDGET),
    )
    .option(
      '--seeds <n>',
      `random orders of each question’s samples, the same for every method; unless given ${DEFAULT_SEEDS}, or the order drawn for our own exports`,
      wholeTo(10_000),
    )
    .addOption(
      new Option('--grades <by>', 'what an answer is graded by: the reference answer, or the log’s own grades')
        .choices(GRADES)
        .default('reference'),
    )
    .addOption(mapOption('confidence'))
    .addOption(mapOption('reward'))
    .addOption(
      new Option(
        '--dsc-ranking <from>',
        'how dsc orders questions: by the difficulty given, or by samples beyond the budget',
      )
        .choices(DSC_RANKINGS)
        .default('given'),
    )
}

/** Adds the options that choose the samples, and what is printed of them. */
export function withPrinting(command: Command): Command {
  return command
    .option('--first <n>', 'use only the first n samples of each question', wholeTo(MAX_BUDGET))
    .option(
      '--without-slice <n[/seed]>',
      'leave out the n questions that tune --slice n chooses on, and judge on the others; seed 0 unless given',
      parseSlice,
    )
    .option('--slice <n[/seed]>', 'keep only those n questions, to choose a setting of your own on them', parseSlice)
    .option('--in-order', 'use each question’s samples once, in the order of the file')
    .option('--verdicts', 'print one verdict a line on the samples in file order, in place of tables')
    .option('--as-read', 'print the samples as they were read, one question a line, in place of tables')
}

/** The format of recordings, of own rules and of maps, for the command’s help. */
export const FORMAT_HELP = `${LOG_HELP}

A line of a recording:
  {"question_id":"q1","answer":"42","difficulty":0.3,"samples":[{"answer":"42","confidence":0.9},{"text":"… \\\\boxed{7}"}]}
of a question:
  answer       the reference answer; without it every sample needs correct
  difficulty   higher is harder; for --dsc-ranking given
of a sample:
  answer       the answer, null for none; without this field it is read from text
  logprobs     of the sampled tokens: every signal but mars, rm and those of self-certainty; with tokens also mars
  confidence   a number in [0, 1], or mapped by --confidence-map; used for every signal that the file lacks. Or an object with a number for each signal; self-certainty needs this, or top_logprobs in a log of Inspect or OpenAI's Batch API
  token_confidences  for deepconf: the mean negative log-probability of the 20 likeliest tokens at each token; logs of Inspect and OpenAI's Batch API need top_logprobs
  completion_tokens  number of tokens; the number of logprobs unless given
  partials     for parallel-probe and margin-retained: what it would have answered amid its tokens, [{"tokens":12,"answer":"7","probe_tokens":3}]: after how many tokens, which answer (null for none), and how many tokens that took (may be left out). Empty if it ended before the first probe; at most 256, in their order
  reward       for rm: in [0, 1], or mapped by --reward-map
  status       completed, or truncated: cut at a limit, so it does not vote (--truncated-vote lets it); or finish_reason as model servers have it
  correct      the grade, for --grades recorded
${CUSTOM_RULE_HELP}
--confidence-map and --reward-map: logistic:C,S maps x to 1 / (1 + exp(−(x − C) / S)).
  cges replay runs.jsonl.gz --methods "sc;esc:window=4;cges:confidence=lns-arith,gamma=0.99" --seeds 50`

function wholeTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isInteger(value) || value < 1 || value > most) {
      throw new InvalidArgumentError(`must be a whole number from 1 to ${most}`)
    }
    return value
  }
}
