import { spawnSync } from 'node:child_process'
import { PoolName } from '@cges-fleet/core'
import { Command } from 'commander'
import { namesDatabase } from '../env.js'
import { printResult } from '../manners/print-result.js'
import { withJson } from '../manners/with-json.js'
import { wholeFrom } from '../number-options.js'
import { CGES_ENTRY } from '../paths.js'
import { UsageError } from '../usage-error.js'
import { jobScript } from './job-script.js'

interface Flags {
  readonly pool: string
  readonly model: string
  readonly revision?: string
  readonly time: string
  readonly gpus: number
  readonly jobs: number
  readonly lead: number
  readonly partition?: string
  readonly concurrency?: number
  readonly sbatch: string[]
  readonly vllm: string[]
  readonly worker: string[]
  readonly print?: true
  readonly json?: true
}

/** `cges slurm`: workers as jobs of a Slurm cluster. */
export function slurmCommand(): Command {
  const slurm = new Command('slurm').description('workers as jobs of a Slurm cluster')
  slurm.addCommand(submitCommand())
  return slurm
}

function submitCommand(): Command {
  return withJson(new Command('submit'))
    .description('submit jobs that serve a model with vLLM and draw for a pool, until they are cancelled')
    .requiredOption('--pool <name>', 'the pool they draw for')
    .requiredOption('--model <name>', 'the model, as vllm serve takes it')
    .option('--revision <commit>', 'of the model’s weights')
    .option('--time <limit>', 'the time limit of a job, after which it is queued again', '04:00:00')
    .option('--gpus <n>', 'GPUs of a job; 0 asks for none, and --sbatch may ask otherwise', wholeFrom(0), 1)
    .option('--jobs <n>', 'how many, each with a server and a worker', wholeFrom(1), 1)
    .option('--lead <seconds>', 'how long before its limit a job begins to end', wholeFrom(30), 120)
    .option('--partition <name>', 'where they run')
    .option('--concurrency <n>', 'samples a worker draws at once', wholeFrom(1))
    .option('--sbatch <option>', 'one more for sbatch, such as --sbatch=--mem=64G (may be given again)', also, [])
    .option(
      '--vllm <option>',
      'one more for vllm serve, such as --vllm=--max-model-len=8192 (may be given again)',
      also,
      [],
    )
    .option(
      '--worker <option>',
      'one more for cges worker, such as --worker=--endpoint=text (may be given again)',
      also,
      [],
    )
    .option('--print', 'print the script, and submit nothing')
    .action(submit)
}

function submit(flags: Flags): void {
  const script = jobScript(jobOf(flags))
  if (flags.print === true) return printResult(flags, { script }, () => [script.trimEnd()])
  if (!namesDatabase())
    throw new UsageError('set DATABASE_URL to the fleet’s PostgreSQL: jobs take it from your environment')
  const isJson = flags.json === true
  const { status, error, stdout } = spawnSync('sbatch', isJson ? ['--parsable'] : [], {
    input: script,
    stdio: ['pipe', isJson ? 'pipe' : 'inherit', 'inherit'],
    encoding: 'utf8',
  })
  if (error !== undefined)
    throw new UsageError('there is no sbatch here: run it on a login node of the cluster, or see --print')
  process.exitCode = status ?? 1
  // If there are several clusters, the cluster's name follows the job's number. As text, sbatch prints it itself.
  if (isJson && status === 0) printResult(flags, { job: stdout.trim().split(';')[0] }, () => [])
}

function jobOf(flags: Flags): Parameters<typeof jobScript>[0] {
  const { pool, model, revision, time, gpus, jobs, lead, partition, concurrency } = flags
  if (!PoolName.safeParse(pool).success) throw new UsageError(`${pool} is no name of a pool`)
  const directives = [
    `--time=${time}`,
    ...(gpus === 0 ? [] : [`--gres=gpu:${gpus}`]),
    ...(jobs === 1 ? [] : [`--array=1-${jobs}`]),
    ...(partition === undefined ? [] : [`--partition=${partition}`]),
    ...flags.sbatch,
  ]
  const broken = directives.find((line) => /[\n\r]/u.test(line))
  if (broken !== undefined) throw new UsageError('an option for sbatch is one line')
  const revised = revision === undefined ? [] : ['--revision', revision]
  const tensor = gpus <= 1 ? [] : ['--tensor-parallel-size', String(gpus)]
  return {
    pool,
    model,
    gpus,
    lead,
    directives,
    cges: [process.execPath, CGES_ENTRY],
    serve: [...tensor, ...revised, ...flags.vllm],
    worker: [
      ...(revision === undefined ? [] : ['--model-revision', revision]),
      ...(concurrency === undefined ? [] : ['--concurrency', String(concurrency)]),
      ...flags.worker,
    ],
  }
}

function also(text: string, earlier: string[]): string[] {
  return [...earlier, text]
}
