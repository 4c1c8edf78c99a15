import { z } from 'zod'

/** The steps of the protocol between two effects, at which a test may end, fail or freeze a process. */
export const FAIL_STEPS = [
  'submit.received',
  'submit.stored',
  'submit.asked',
  'round.received',
  'round.written',
  'round.committed',
  'round.queued',
  'round.asked',
  'sweep.begun',
  'sweep.returned',
  'sweep.taken',
  'sweep.queued',
  'call.received',
  'call.claimed',
  'call.answered',
  'call.written',
] as const
export type FailStep = (typeof FAIL_STEPS)[number]

const Failure = z.object({
  step: z.enum(FAIL_STEPS),
  action: z.enum(['kill', 'throw', 'pause']),
  /** How often the step must be reached before it fails. */
  nth: z.int().min(1),
})
type Failure = z.infer<typeof Failure>

/** Parses `step:action,step:action:nth`; nothing fails if it is left out. */
export const Failpoints = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .transform((parts) =>
    parts.map((part) => part.split(':')).map(([step, action, nth = '1']) => ({ step, action, nth: Number(nth) })),
  )
  .pipe(z.array(Failure))

/** Called when a step is reached; does nothing unless a test armed that step. */
export type Failpoint = (step: FailStep) => void

const PAUSE_MS = 3000

/**
 * Arms the given steps, each for the first time it is reached unless `nth` is given. A pause blocks the whole process,
 * as a frozen machine would.
 */
export function armFailpoints(failures: readonly Failure[]): Failpoint {
  const armed = new Map(failures.map(({ step, action, nth }) => [step, { action, left: nth }]))
  return (step) => {
    const failing = armed.get(step)
    if (failing === undefined || --failing.left > 0) return
    const { action } = failing
    armed.delete(step)
    console.error(`failpoint ${step}:${action}`)
    if (action === 'throw') throw new Error(`failpoint ${step}`)
    if (action === 'kill') process.kill(process.pid, 'SIGKILL')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
}
