import { fstatSync } from 'node:fs'
import { calibrationReport, type Graded, signalWarning } from '@cges-fleet/statistics'
import { Command } from 'commander'
import { UsageError } from '../errors.js'
import { confidenceLine } from './confidence-line.js'
import { decideLine } from './decide-line.js'
import { gradedLine, gradeLine } from './grade-line.js'
import { type LineResult, pipeLines, startPipeProgress } from './pipe-lines.js'

/** `cges decide`, `cges grade`, `cges confidence`, `cges calibration`: JSON lines in, JSON out, with neither fleet nor model. */
export function pipeCommands(): Command[] {
  return [
    new Command('decide')
      .description('decide where a method stops; reads and writes JSON lines')
      .addHelpText('after', DECIDE_HELP)
      .action(() => pipe({ name: 'decide', label: 'deciding' }, decideLine)),
    new Command('grade')
      .description('compare answers, or find them in responses; reads and writes JSON lines')
      .addHelpText('after', GRADE_HELP)
      .action(() => pipe({ name: 'grade', label: 'grading' }, gradeLine)),
    new Command('confidence')
      .description('compute confidence signals from log-probabilities; reads and writes JSON lines')
      .addHelpText('after', CONFIDENCE_HELP)
      .action(() => pipe({ name: 'confidence', label: 'computing' }, confidenceLine)),
    new Command('calibration')
      .description('measure a confidence signal; reads JSON lines, writes one JSON document')
      .addHelpText('after', '\nOne line a response:\n  {"confidence":0.93,"correct":true}')
      .action(calibrate),
  ]
}

const DECIDE_HELP = `
One line a question, with its samples in the order drawn; they are all there are, so the budget is the smaller of "budget" and their number. "answer" is null where a sample has none. An "id" is handed through.
  {"method":"cges","gamma":0.99,"samples":[{"answer":"A","confidence":0.9},{"answer":null,"confidence":0.5}]}
  {"method":"esc","window":4,"budget":16,"samples":[{"answer":"A"}, …]}
  {"method":"asc-dirichlet","threshold":0.95,"samples":[…]}      {"method":"sc@8","samples":[…]}
  {"method":"deepconf:keep=0.1,window=64@32","samples":[{"answer":"A","tokenConfidences":[15.1,14.8, …]}, …]}
  {"method":"parallel-probe:stable=3,warmUpProbes=2@8","samples":[{"answer":"A","tokens":40,"partials":[{"tokens":10,"answer":"B","probeTokens":3}, …]}, …]}
Each gives a line, with "tokens" where every sample read has them, or tokenConfidences:
  {"calls":2,"answer":"A","reason":"budget","score":0.9,"scores":{"A":0.9},"otherScore":0.1}
Methods that decide questions together, and certified thresholds, take a line with all of them, DSC from easy to hard:
  {"method":"fixed-total","totalCalls":40,"questions":[{"samples":[{"answer":"A"}, …]}, …]}
  {"method":"asc-beta","certified":[0.1,0.1],"calibrate":30,"seed":0,"questions":[…]}
and give one, in their order, with the threshold that "seed" has it fixed on:
  {"certified":{"threshold":0.9, …},"questions":[{"calls":2,"answer":"A","reason":"threshold"}, …]}
"score" is CGES's leading posterior, ASC's probability, the answer's share of the votes for sc and esc; null without a vote.`

const GRADE_HELP = `
One line two answers; "kind" is math, choice, date or text:
  {"kind":"math","a":"7","b":"\\\\frac{14}{2}"}
Each gives a line: "same", whether they are graded as one; "sameVote", whether they are one candidate in a vote:
  {"same":true,"sameVote":true,"keyA":"7","keyB":"7"}
With "paper":true votes go by spelling, as the paper's did: there "sameVote" is false.

Or one line a response; "choices", their number or the list of their texts, leaves out letters beyond them; with texts an answer that repeats one counts as its letter:
  {"kind":"choice","text":"The answer is (B).","choices":4}
Each gives a line; "tier" is marked, stated or last: by what the answer was found; "language" is that of the words that state it. Nulls where nothing is read:
  {"answer":"B","key":"B","tier":"stated","language":"en"}
An "id" is handed through.`

const CONFIDENCE_HELP = `
One line a response; "tokens" only for mars, "topLogprobs" (a list a token) only for self-certainty and self-certainty-b10-window, "stepScores" (and "aggregation") only for rm:
  {"tokens":["So"," 4"],"logprobs":[-0.1,-0.02]}
Each gives a line, {"lns-arith":{"raw":…,"confidence":…},…,"rm":null}, with null where something is missing.`

type Handle = (line: string) => LineResult

interface Piped {
  readonly name: string
  /** What its progress bar says. */
  readonly label: string
  readonly printsLines?: boolean
}

async function pipe({ name, label, printsLines = true }: Piped, handle: Handle): Promise<void> {
  if (fstatSync(process.stdin.fd).isDirectory())
    throw new UsageError('stdin cannot be read: it is a folder, not a file')
  const progress = startPipeProgress(label, printsLines)
  const whenEmpty = `note: no lines on stdin; cges ${name} --help shows what they look like`
  const bad = await pipeLines(
    { input: process.stdin, output: process.stdout, errors: process.stderr, progress, whenEmpty },
    handle,
  )
  if (bad > 0) process.exitCode = 1
}

async function calibrate(): Promise<void> {
  const responses: Graded[] = []
  const read: Handle = (line) => {
    const graded = gradedLine(line)
    if (!graded.ok) return graded
    responses.push(graded.graded)
    return { ok: true, output: undefined }
  }
  await pipe({ name: 'calibration', label: 'reading', printsLines: false }, read)
  const warning = signalWarning(responses.map(({ confidence }) => confidence))
  if (warning !== null) console.error(`warning: ${warning}`)
  console.log(JSON.stringify(calibrationReport(responses)))
}
