import type { Report } from './deploy-engine.js'
import type { Outcome } from './step.js'

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
