import type { Report } from './deploy-engine.js'

/** What a table is of: the day, the commit, the engine, and how long it all took. */
export function headOf({ commit, versions, outcomes }: Omit<Report, 'containers'>, today = new Date()): string {
  const minutes = Math.round(outcomes.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
  return `${today.toISOString().slice(0, 10)}, ${commit}, ${versions}, ${minutes} minutes; the model is simulated`
}

/** What was tried, as a table of Markdown. */
export function stepTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, expected, seen, seconds, state }) => [
    name,
    expected,
    seen,
    state === 'not tried' ? '–' : seconds.toFixed(1),
    state,
  ])
  return table(['step', 'expected', 'seen', 'seconds', ''], rows)
}

/** A table of Markdown: each cell is one line, and no cell ends it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(oneLine).join(' | ')} |`
}

function oneLine(cell: string): string {
  return cell
    .trim()
    .replaceAll(/\s*\n\s*/g, '; ')
    .replaceAll('|', String.raw`\|`)
}

/** How a run ends: 0 where every step was as expected. */
export function exitCode(outcomes: readonly Outcome[]): 0 | 1 {
  return outcomes.every(({ state }) => state === 'ok') ? 0 : 1
}

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
