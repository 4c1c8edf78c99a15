import { spawnSync } from 'node:child_process'
import { PoolName } from '@cges-fleet/core'
import { Command } from 'commander'
import { namesDatabase } from '../env.js'
import { UsageError } from '../errors.js'
import { CGES_ENTRY } from '../paths.js'
import { wholeFrom, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

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
    .description('submit jobs that serve a model with vLLM and work for a pool until cancelled')
    .requiredOption('--pool <name>', 'pool to work for')
    .requiredOption('--model <name>', 'the model, as vllm serve takes it')
    .option('--revision <commit>', 'revision of the weights')
    .option('--time <limit>', 'time limit of a job; it is then queued again', '04:00:00')
    .option('--gpus <n>', 'GPUs per job; 0 requests none', wholeFrom(0), 1)
    .option('--jobs <n>', 'number of jobs, each with a server and a worker', wholeFrom(1), 1)
    .option('--lead <seconds>', 'seconds before its limit at which a job starts to drain', wholeFrom(30), 120)
    .option('--partition <name>', 'partition of the cluster')
    .option('--concurrency <n>', 'samples a worker draws at once', wholeFrom(1))
    .option('--sbatch <option>', 'option for sbatch, such as --sbatch=--mem=64G; repeat for several', also, [])
    .option(
      '--vllm <option>',
      'option for vllm serve, such as --vllm=--max-model-len=8192; repeat for several',
      also,
      [],
    )
    .option(
      '--worker <option>',
      'option for cges worker, such as --worker=--endpoint=text; repeat for several',
      also,
      [],
    )
    .option('--print', 'print the script without submitting it')
    .action(submit)
}

function submit(flags: Flags): void {
  const script = jobScript(jobOf(flags))
  if (flags.print === true) return printResult(flags, { script }, () => [script.trimEnd()])
  if (!namesDatabase())
    throw new UsageError(
      'DATABASE_URL is not set. Set it to the fleet’s PostgreSQL: jobs take it from your environment.',
    )
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
  if (!PoolName.safeParse(pool).success) throw new UsageError(`${pool} is not a name of a pool`)
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

/** The settings of a worker's Slurm job. */
export interface Job {
  readonly pool: string
  readonly model: string
  /** How `cges` is called on a node. */
  readonly cges: readonly string[]
  /** Lines for sbatch, such as `--time=04:00:00`. */
  readonly directives: readonly string[]
  /** 0 if the job requests none here: the worker then counts one, unless set otherwise. */
  readonly gpus: number
  /** Seconds before the time limit at which it begins to end. */
  readonly lead: number
  /** More of `vllm serve`. */
  readonly serve: readonly string[]
  /** More of `cges worker`. */
  readonly worker: readonly string[]
}

/** The time that shutdown takes after the drain: handing calls back, leaving the pool, stopping the model server. */
const ENDING_SECONDS = 30

/**
 * Writes the job: a vLLM server and its worker on one node. Shortly before its time limit the worker drains and the job is
 * queued again; cancelled or preempted, it drains alone. The database's address is in its environment, not in its text.
 */
export function jobScript(job: Job): string {
  const { pool, model, lead, gpus } = job
  const drain = Math.max(0, lead - ENDING_SECONDS)
  const counted = gpus === 0 ? [] : ['--gpus', String(gpus)]
  const worker = ['worker', '--pool', pool, ...counted, '--drain-seconds', String(drain), ...job.worker]
  return `#!/bin/bash
#SBATCH --job-name=cges-${pool}
#SBATCH --signal=B:USR1@${lead}
#SBATCH --requeue
#SBATCH --open-mode=append
${job.directives.map((line) => `#SBATCH ${line}\n`).join('')}
set -u
: "\${DATABASE_URL:?is not in the environment of this job}"
port=$((20000 + SLURM_JOB_ID % 20000))
again= ended= lost=

vllm serve ${words([model, '--host', '127.0.0.1', '--generation-config', 'vllm'])} --port "$port"${tail(job.serve)} &
server=$!
${words([...job.cges, ...worker])} --model-server "http://127.0.0.1:$port" --name "slurm-$SLURM_JOB_ID" &
worker=$!

# The time limit is near: end, and go on in another job. Cancelled or preempted: end.
trap 'again=yes ended=yes; kill -TERM "$worker" 2>/dev/null' USR1
trap 'ended=yes; kill -TERM "$worker" 2>/dev/null' TERM INT

# A signal interrupts a wait; the worker must have left before its server may go.
while kill -0 "$worker" 2>/dev/null; do
  wait -n "$server" "$worker"
  if ! kill -0 "$server" 2>/dev/null; then lost=yes; kill -TERM "$worker" 2>/dev/null; wait "$worker"; fi
done
wait "$worker"
status=$?
kill -TERM "$server" 2>/dev/null
wait "$server"

if [ -n "$again" ]; then exec scontrol requeue "$SLURM_JOB_ID"; fi
if [ -n "$ended" ]; then exit 0; fi
if [ -n "$lost" ]; then echo 'the model server ended by itself' >&2; exit 1; fi
echo 'the worker ended by itself' >&2
exit "$((status == 0 ? 1 : status))"
`
}

function tail(more: readonly string[]): string {
  return more.length === 0 ? '' : ` ${words(more)}`
}

function words(all: readonly string[]): string {
  return all.map(quoted).join(' ')
}

/** As one word of a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
