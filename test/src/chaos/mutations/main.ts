import { parseArgs } from 'node:util'
import { guardProgram } from '../../support/guard/guard-program.js'
import { ALL_GUARDS } from './all-guards.js'
import { judgeMutation, runControl } from './judge-mutation.js'
import type { Mutation } from './mutation.js'
import type { TrialName } from './trials.js'

const USAGE = `npm run chaos:mutations -- [--only TEXT]

Takes each guard of the protocol out of a copy of the compiled fleet and runs what must notice; then prints which guard,
the fault it took, and what caught it. Exits 0 only if every guard is missed, and no trial fails on the fleet as it is.

  --only TEXT   only guards whose name holds this text`

interface Line {
  readonly guard: string
  readonly needs: string
  readonly caughtBy: string
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help === true) {
    console.log(USAGE)
    return 0
  }
  const chosen = ALL_GUARDS.filter(({ guard }) => guard.includes(values.only ?? ''))
  const startedAt = performance.now()
  const tell = (line: string) => console.log(`${Math.round((performance.now() - startedAt) / 1000)} s  ${line}`)
  const unfit = await controls(chosen, tell)
  const lines: Line[] = []
  for (const mutation of chosen) {
    const first = await firstFinding(mutation)
    tell(`without "${mutation.guard}": ${first}`)
    lines.push({ guard: mutation.guard, needs: needsOf(mutation), caughtBy: first })
  }
  const survivors = lines.filter(({ caughtBy }) => caughtBy.startsWith('NOTHING')).length
  console.log(table(lines))
  console.log(
    `${lines.length - survivors} of ${lines.length} guards are missed when they are gone; ${unfit} trials fail without need`,
  )
  return survivors + unfit === 0 ? 0 : 1
}

/** Every trial must pass on the unmodified fleet. */
async function controls(chosen: readonly Mutation[], tell: (line: string) => void): Promise<number> {
  const trials = new Set<TrialName>(chosen.flatMap((mutation) => ('trial' in mutation ? [mutation.trial] : [])))
  let unfit = 0
  for (const trial of trials) {
    const failures = await runControl(trial).catch((error: unknown) => [`it could not be tried: ${String(error)}`])
    tell(`as it is, under "${trial}": ${failures.join('; ') || 'holds'}`)
    if (failures.length > 0) unfit++
  }
  return unfit
}

/** What noticed first, without the id of the evaluation. */
async function firstFinding(mutation: Mutation): Promise<string> {
  try {
    const [first = 'NOTHING: it survives'] = await judgeMutation(mutation)
    return first.replace(/^[0-9a-f-]{36}: |(?<=evaluation )[0-9a-f-]{36} /, '')
  } catch (error) {
    return `NOTHING: it could not be tried: ${String(error)}`
  }
}

function needsOf(mutation: Mutation): string {
  return 'trial' in mutation ? mutation.trial : mutation.test
}

function table(lines: readonly Line[]): string {
  const rows = [{ guard: 'guard', needs: 'fault it takes', caughtBy: 'caught by' }, ...lines]
  const widest = (column: keyof Line) => Math.max(...rows.map((row) => row[column].length))
  const guard = widest('guard')
  const needs = widest('needs')
  return rows.map((row) => `${row.guard.padEnd(guard)}  ${row.needs.padEnd(needs)}  ${row.caughtBy}`).join('\n')
}

guardProgram()
main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.stack ?? error.message)
    process.exit(1)
  },
)
