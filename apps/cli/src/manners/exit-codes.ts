/** The exit codes of a command; documented in docs/commands.md. */
export const EXIT_CODES: readonly (readonly [status: string, meaning: string])[] = [
  ['0', 'it did what was asked; for `watch` and `evaluate --watch`: the evaluation is done'],
  [
    '1',
    'it did not, and stderr says why; a pipe had bad lines; an evaluation ended otherwise than done, or was paused since its samples are copies; a forecast is refused; `check`: a method is worse, or charged more than `--max-calls` or `--max-tokens`',
  ],
  ['2', '`check`: at least one method is inconclusive or cannot be compared, and none failed'],
  ['3', '`check`: nothing was checked'],
  ['4', '`check`: the samples are copies of each other, so that votes and saved calls mean nothing'],
  [
    'other',
    '`slurm submit` ends with the status of `sbatch`; `worker`, `sim` and, from npm, `up` with that of the process they run',
  ],
  ['130', 'Ctrl-C stopped it; an interrupted `import` says how to go on'],
]
