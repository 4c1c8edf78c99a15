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
again= ended=

vllm serve ${words([model, '--host', '127.0.0.1'])} --port "$port"${tail(job.serve)} &
server=$!
${words([...job.cges, ...worker])} --model-server "http://127.0.0.1:$port" --name "slurm-$SLURM_JOB_ID" &
worker=$!

# The time limit is near: end, and go on in another job. Cancelled or preempted: end.
trap 'again=yes ended=yes; kill -TERM "$worker" 2>/dev/null' USR1
trap 'ended=yes; kill -TERM "$worker" 2>/dev/null' TERM INT

# A signal interrupts a wait; the worker must have left before its server may go.
while kill -0 "$worker" 2>/dev/null; do
  wait -n "$server" "$worker"
  if ! kill -0 "$server" 2>/dev/null; then kill -TERM "$worker" 2>/dev/null; wait "$worker"; fi
done
wait "$worker"
status=$?
kill -TERM "$server" 2>/dev/null
wait "$server"

if [ -n "$again" ]; then exec scontrol requeue "$SLURM_JOB_ID"; fi
if [ -n "$ended" ]; then exit 0; fi
echo 'the worker or its model server ended by itself' >&2
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
