import { Command, Option } from 'commander'
import { numberFrom, wholeFrom } from './number-options.js'
import { DATA_FOLDER } from './paths.js'
import { answersOf, poolOf, type UpFlags, workersOf } from './up-flags.js'

/** `cges up`: a whole fleet on this machine. */
export function upCommand(): Command {
  return withAnswers(new Command('up'))
    .description('bring up a whole fleet on this machine: stores, API, coordinator, workers, dashboard')
    .option('--demo', 'submit the demonstration evaluation and show it')
    .option('--exit-when-done', 'end once the demonstration has')
    .option('--json-file <file>', 'write the demonstration’s result there')
    .addOption(new Option('--json <file>', 'an earlier name of it').hideHelp())
    .option('--data <folder>', 'where the embedded database lives', DATA_FOLDER)
    .option('--port <port>', 'port of the dashboard; the next free one if it is taken', wholeFrom(1), 3000)
    .option('--no-dashboard', 'start no dashboard')
    .option('--api-port <port>', 'port of the API; any free one unless given', wholeFrom(1))
    .option(
      '--workers <n>',
      'worker processes, each beside its own model server; 2, or one for each --model-server, unless given',
      wholeFrom(1),
    )
    .option('--concurrency <n>', 'samples a worker draws at once', wholeFrom(1), 16)
    .option('--pool <name>', 'name of the workers’ pool')
    .option(
      '--ready-timeout <seconds>',
      'give a process up that made no progress for so long while it starts: no word, no work',
      numberFrom(1),
      60,
    )
    .action(bringUp)
}

/** Adds the options that choose what answers. */
function withAnswers(command: Command): Command {
  return command
    .option('--simulated', 'simulate a model instead of running the tiny one')
    .option(
      '--time-scale <x>',
      'speed of the simulator: 1 as a GPU would be, 0 instant, 0.1 unless given',
      numberFrom(0),
    )
    .option('--scenario <file>', 'questions the simulator knows, with answer, distractors and difficulty (JSONL)')
    .option('--make-up-answers', 'have the simulator make answers up to questions it does not know, for load tests')
    .option('--recorded <file>', 'answer from recorded model outputs (.jsonl or .jsonl.gz)')
    .option('--model-server <urls...>', 'draw from these vLLM servers')
    .option('--model-key-file <file>', 'the key that they want, in a file')
    .option('--model-revision <revision>', 'the revision of their model’s weights, which no server tells')
    .addOption(
      new Option('--endpoint <kind>', 'send questions through the model’s chat template, or as text').choices([
        'chat',
        'text',
      ]),
    )
    .option('--reward-server <url>', 'a vLLM server of a process reward model, for methods that read its scores')
    .option('--reward-key-file <file>', 'the key that it wants, in a file')
    .option('--step-scorer <url>', 'a service that says how much each step matters, for confidence=mars-learned')
    .option('--step-scorer-key-file <file>', 'the key that it wants, in a file')
}

async function bringUp(flags: UpFlags): Promise<never> {
  // Loaded only here: the other commands need neither database nor queue.
  const { up } = await import('./commands/up.js')
  const exitCode = await up({
    demo: flags.demo === true,
    exitWhenDone: flags.exitWhenDone === true,
    json: flags.jsonFile ?? flags.json,
    data: flags.data,
    port: flags.dashboard ? flags.port : null,
    apiPort: flags.apiPort ?? 0,
    workers: workersOf(flags),
    concurrency: flags.concurrency,
    pool: poolOf(flags),
    answers: answersOf(flags),
    readyTimeoutMs: 1000 * flags.readyTimeout,
  })
  // Stopping during the start leaves work in flight that must not hold the process.
  process.exit(exitCode)
}
