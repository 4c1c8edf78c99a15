/** One thing that is tried: what should be seen, and how it is seen. */
export interface Step {
  readonly name: string
  readonly expected: string
  /** Nothing after it can be tried without it. */
  readonly needed?: boolean
  /** Says what was seen; throws if it is not what was expected. */
  readonly attempt: () => Promise<string>
}

export interface Outcome {
  readonly name: string
  readonly expected: string
  readonly seen: string
  readonly seconds: number
  readonly state: 'ok' | 'failed' | 'not tried'
}

/** Tries steps one after another. After one that is needed and failed, or once `stopped`, the others are not tried. */
export async function attemptAll(
  steps: readonly Step[],
  report: (outcome: Outcome) => void,
  stopped: () => boolean = () => false,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let without: string | null = null
  for (const step of steps) {
    const missing = without ?? (stopped() ? 'it was stopped' : null)
    const outcome = missing === null ? await attempt(step) : notTried(step, missing)
    if (outcome.state === 'failed' && step.needed === true) without = `needs: ${step.name}`
    outcomes.push(outcome)
    report(outcome)
  }
  return outcomes
}

async function attempt({ name, expected, attempt }: Step): Promise<Outcome> {
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1000
  try {
    const seen = await attempt()
    return { name, expected, seen, seconds: seconds(), state: 'ok' }
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error)
    return { name, expected, seen, seconds: seconds(), state: 'failed' }
  }
}

function notTried({ name, expected }: Step, seen: string): Outcome {
  return { name, expected, seen, seconds: 0, state: 'not tried' }
}
