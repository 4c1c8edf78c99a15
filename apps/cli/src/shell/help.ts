import { didYouMean } from '@cges-fleet/methods'
import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander'
import { EXIT_CODES } from './exit-codes.js'
import { printable } from './printing.js'
import { hideProgress } from './progress.js'

/** Groups the list of commands, ends the help of each with examples, and that of all with what the exit codes mean. */
export function describeProgram(root: Command): Command {
  root.hook('preAction', (_root, action) => {
    if (action.opts<{ json?: true }>().json === true) hideProgress()
  })
  for (const { path, command } of [{ path: '', command: root }, ...walkCommands(root)]) {
    suggestChoices(command)
    // What was typed wrong is repeated in the error, and may come from elsewhere.
    command.showHelpAfterError(`cges ${path === '' ? '' : `${path} `}--help shows how it is called.`)
    command.configureOutput({ writeErr: (text) => process.stderr.write(printable(text)) })
    const examples = EXAMPLES[path] ?? []
    if (examples.length > 0)
      command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`)
  }
  for (const [heading, names] of Object.entries(GROUPS)) {
    for (const command of root.commands) if (names.includes(command.name())) command.helpGroup(heading)
  }
  const order = Object.values(GROUPS).flat()
  const help = root.createHelp()
  const rank = (command: Command) => (order.includes(command.name()) ? order.indexOf(command.name()) : order.length)
  root.configureHelp({
    visibleCommands: (command) => help.visibleCommands(command).toSorted((a, b) => rank(a) - rank(b)),
  })
  const codes = EXIT_CODES.flatMap(([status, meaning]) =>
    meaning
      .replaceAll('`', '')
      .split('; ')
      .map((part, at) => `  ${(at === 0 ? status : '').padEnd(6)} ${part}`),
  )
  return root.addHelpText('after', `\nExit codes:\n${codes.join('\n')}`)
}

/** The headings of the list of commands, each with its commands in the order in which a reader needs them. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'On existing samples and logs; no model needed:': [
    'replay',
    'tune',
    'prior',
    'gate',
    'decide',
    'grade',
    'confidence',
    'calibration',
    'research',
    'list',
    'completion',
  ],
  'Evaluations on a fleet:': [
    'evaluate',
    'forecast',
    'evaluations',
    'watch',
    'report',
    'share',
    'compare',
    'check',
    'events',
    'pause',
    'resume',
    'cancel',
    'retry',
    'extend',
    'rerun',
    'rename',
    'archive',
    'unarchive',
    'delete',
    'regrade',
    'verdicts',
    'tag',
    'note',
    'benchmark',
    'import',
    'export',
    'accounts',
  ],
  'Run a fleet:': [
    'up',
    'api',
    'coordinator',
    'dashboard',
    'worker',
    'gateway',
    'probe',
    'slurm',
    'sim',
    'migrate',
    'backup',
    'restore',
    'pool',
    'team',
    'key',
    'person',
    'group',
    'webhook',
    'audit',
  ],
}

/** How each command is called, as its help shows it; every one has its line, or lines, and `cges` itself under no word. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': [
    'cges replay run.eval',
    'cges replay --demo --methods "sc;asc-beta"',
    'cges up --demo',
    'cges evaluate mine.yaml --watch',
  ],
  up: ['cges up --demo', 'cges up --model-server http://gpu-1:8000 http://gpu-2:8000 --pool gpu'],
  api: ['cges api --database-url postgres://cges_api_login@db/cges --host 0.0.0.0'],
  coordinator: ['cges coordinator --database-url postgres://cges_coordinator_login@db/cges --port 9100'],
  dashboard: ['cges dashboard --api http://127.0.0.1:8080'],
  gateway: ['cges gateway --database-url postgres://cges@db/cges --port 8090'],
  worker: ['cges worker --database-url postgres://cges@db/cges --pool gpu --model-server http://127.0.0.1:8000'],
  probe: ['cges probe http://127.0.0.1:8000', 'cges probe http://127.0.0.1:8000 --require logprobs seed'],
  slurm: ['cges slurm submit --pool gpu --model Qwen/Qwen3-8B --jobs 4'],
  'slurm submit': [
    'cges slurm submit --pool gpu --model Qwen/Qwen3-8B --time 08:00:00 --jobs 4 --print',
    'cges slurm submit --pool gpu --model Qwen/Qwen3-8B --sbatch=--mem=64G --vllm=--max-model-len=8192 --worker=--endpoint=text',
  ],
  evaluate: [
    'cges evaluate mine.yaml --watch',
    'cges evaluate mine.yaml --until accuracy=4',
    'cges evaluate suite.yaml --watch',
    'cges evaluate --help-file',
  ],
  forecast: ['cges forecast mine.yaml'],
  evaluations: ['cges evaluations', 'cges evaluations --status done --sort accuracy --limit 50'],
  migrate: ['DATABASE_URL=postgres://cges_owner@db/cges cges migrate'],
  backup: ['DATABASE_URL=postgres://cges_owner@db/cges cges backup cges.dump'],
  restore: ['DATABASE_URL=postgres://cges_owner@db/new cges restore cges.dump'],
  pool: ['cges pool list', 'cges pool promise gpu --model Qwen/Qwen3-8B'],
  'pool list': ['cges pool list'],
  'pool promise': ['cges pool promise gpu --model Qwen/Qwen3-8B --revision b968826'],
  team: ['cges team create vision --weight 2', 'cges team list'],
  'pool price': ['cges pool price gpu 2.40 --currency EUR'],
  'team list': ['cges team list'],
  'team create': ['cges team create vision --weight 2'],
  'team change': ['cges team change vision --weight 3'],
  key: ['cges key create --name ci --role member', 'cges key list'],
  'key create': ['cges key create --name ci --role member', 'cges key create --admin --name operator'],
  'key list': ['cges key list --team vision'],
  'key rotate': ['cges key rotate ci', 'cges key rotate 4f0c9d2e8a17 --overlap-hours 48'],
  'key revoke': ['cges key revoke ci', 'cges key revoke 4f0c9d2e8a17'],
  person: ['cges person list', 'cges person end "Ada Lovelace"'],
  'person list': ['cges person list'],
  'person end': ['cges person end "Ada Lovelace"'],
  'person readmit': ['cges person readmit "Ada Lovelace"'],
  group: ['cges group set ml-research --role member --team research', 'cges group list'],
  'group list': ['cges group list --team research'],
  'group set': ['cges group set ml-research --role member --team research'],
  'group remove': ['cges group remove ml-research --team research'],
  webhook: ['cges webhook list', 'cges webhook test ci'],
  'webhook list': ['cges webhook list'],
  'webhook test': ['cges webhook test ci'],
  audit: ['cges audit list --by "Ada Lovelace"', 'cges audit verify'],
  'audit list': ['cges audit list --about key --since 2026-01-31'],
  'audit export': ['cges audit export > log.csv'],
  'audit verify': ['cges audit verify', 'cges audit verify chain.jsonl'],
  verdicts: ['cges verdicts import ID --method-command "python3 rule.py"'],
  'verdicts import': ['cges verdicts import ID --method-file rule.mjs'],
  watch: ['cges watch ID'],
  pause: ['cges pause ID'],
  resume: ['cges resume ID'],
  cancel: ['cges cancel ID'],
  retry: ['cges retry ID'],
  extend: ['cges extend ID --replicates 4'],
  rerun: ['cges rerun ID', 'cges rerun ID --name "again, same seed" --seed 7'],
  rename: ['cges rename ID "before the new prompt"'],
  archive: ['cges archive ID'],
  unarchive: ['cges unarchive ID'],
  delete: ['cges delete ID', 'cges delete ID --yes'],
  events: ['cges events ID'],
  tag: ['cges tag ID baseline'],
  note: ['cges note ID "before the new prompt"'],
  report: ['cges report ID --json', 'cges report ID --html page.html'],
  share: ['cges share evaluation ID', 'cges share list'],
  'share evaluation': ['cges share evaluation ID --days 7 --dashboard https://cges.example.org'],
  'share suite': ['cges share suite nightly'],
  'share comparison': ['cges share comparison ID ANOTHER'],
  'share list': ['cges share list'],
  'share revoke': ['cges share revoke LINK'],
  compare: ['cges compare ID ANOTHER', 'cges compare --suite table-1 --own'],
  accounts: ['cges accounts', 'cges accounts --csv > statement.csv', 'cges accounts ID --json'],
  regrade: ['cges regrade ID'],
  benchmark: ['cges benchmark list', 'cges benchmark import gsm8k'],
  'benchmark list': ['cges benchmark list'],
  'benchmark import': ['cges benchmark import gsm8k', 'cges benchmark import questions.jsonl --name mine --kind math'],
  check: ['cges check ID --delta 1 --max-calls 8 --junit cges.xml', 'cges check --suite table-1'],
  import: ['cges import run.eval', 'cges import samples_gsm8k.jsonl --method sc --method esc:window=4'],
  export: ['cges export ID --format csv --out results'],
  replay: [
    'cges replay --demo',
    'cges replay run.eval --methods "sc;esc:window=4;cges:confidence=lns-arith,gamma=0.99"',
  ],
  research: ['cges research reproduce --quick'],
  'research guarantees': ['cges research guarantees --methods "asc-beta;mmc:alpha=0.1" --runs 1000'],
  prior: ['cges prior 01a20176-9617-737d-966f-7b99103cfd1e', 'cges prior run.jsonl --delta 0.02'],
  gate: [
    'cges gate run.jsonl --confidence lns-arith',
    'cges gate run.jsonl --confidence rm --target 0.95',
    'cges gate run.jsonl --confidence self-certainty-b10-window --labels 128',
  ],
  tune: ['cges tune run.jsonl --slice 100 --budget 16'],
  'research reproduce': ['cges research reproduce --quick --benchmark aime24'],
  'research fit-profiles': ['cges research fit-profiles --benchmark aime24'],
  'research frontier': ['cges research frontier --only gsm8k'],
  'research coverage': ['cges research coverage intervals 1000 999', 'cges research coverage until 500'],
  sim: ['cges sim --port 8000 --time-scale 0.1'],
  list: ['cges list'],
  completion: ['cges completion bash > ~/.local/share/bash-completion/completions/cges'],
  decide: [`echo '{"method":"esc:window=2@4","samples":[{"answer":"A"},{"answer":"A"}]}' | cges decide`],
  grade: [`echo '{"kind":"math","a":"0.5","b":"1/2"}' | cges grade`],
  confidence: [`echo '{"logprobs":[-0.1,-0.02]}' | cges confidence`],
  calibration: ['cges calibration < graded.jsonl'],
}

/** Makes a command whose options or arguments have fixed choices suggest the nearest one when given an unknown word. */
function suggestChoices(command: Command): void {
  for (const choice of [...command.options, ...command.registeredArguments]) suggest(choice)
}

function suggest(choice: Option | Argument): void {
  const { argChoices: choices, parseArg: parse } = choice
  if (choices === undefined || parse === undefined) return
  choice.argParser((word: string, earlier: unknown) => {
    try {
      return parse.call(choice, word, earlier)
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      throw new InvalidArgumentError(`${error.message.replace(/\.$/u, '')}${didYouMean(word, choices) || '.'}`)
    }
  })
}

/** A command with the words that lead to it, `benchmark import`. */
export interface Named {
  readonly path: string
  readonly command: Command
}

/** Lists every command below one, groups before what is in them. */
export function walkCommands(command: Command, above = ''): Named[] {
  return command.commands.flatMap((each) => {
    const path = above === '' ? each.name() : `${above} ${each.name()}`
    return [{ path, command: each }, ...walkCommands(each, path)]
  })
}
