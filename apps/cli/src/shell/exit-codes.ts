/** A method that was named could not run, and others did. */
export const NOT_ALL_RAN = 5

/** The exit codes of a command; documented in docs/commands.md. */
export const EXIT_CODES: readonly (readonly [status: string, meaning: string])[] = [
  ['0', 'success; for `watch` and `evaluate --watch`: the evaluation is done'],
  [
    '1',
    'failure, explained on stderr; also a bad line in a pipe, a refused forecast, an evaluation that did not finish or was paused for copies; `check`: a method is worse, or above `--max-calls` or `--max-tokens`; `probe`: the server lacks what `--require` names; `webhook test`: the receiver did not accept the message; `status`: there is no coordinator, no sound queue, or no ready worker for work that waits',
  ],
  ['2', '`check`: at least one method is inconclusive or cannot be compared, or questions failed, and no method did'],
  ['3', '`check`: nothing was checked'],
  ['4', '`check`: the samples are copies of each other, so votes and saved calls mean nothing'],
  [`${NOT_ALL_RAN}`, '`replay`: a method you named could not run; the others did'],
  [
    'other',
    '`slurm submit`: the status of `sbatch`; `worker`, `api`, `coordinator`, `dashboard`, `gateway`, `sim` and, from npm, `up`: that of their process',
  ],
  ['130', 'stopped by Ctrl-C; an interrupted `import` says how to continue'],
]
