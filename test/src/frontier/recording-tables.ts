import { METHOD_NAMES } from '@cges-fleet/methods'
import type { ReplayReport } from '@cges-fleet/replay'
import type { Compared } from './compare.js'
import { BASE } from './methods-of.js'

type Frontier = ReplayReport['frontiers'][number]
type Figure = Frontier['area']

const HEAD = `| method | accuracy % at its own threshold | calls | calls to SC − 0.5 points | tokens to SC − 0.5 points | accuracy % at B/4 calls | mean over 1…B calls | over \`${BASE}\` |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`

/** The tables of one recording: all its questions, and every other where the rest had taught a method something. */
export function recordingTables({ recorded, report, half, learned }: Compared): string {
  const { budget, title } = recorded
  const told = report.frontiers.some(({ byTokens }) => byTokens !== null) ? '' : '; it does not tell tokens'
  const unadvised = learned.filter(({ adopted }) => !adopted).map(({ method }) => `\`${method}\``)
  const note =
    unadvised.length === 0 ? '' : ` \`cges tune\` does not advise ${unadvised.join(' and ')}: shown all the same.`
  return `### ${title}, B = ${budget}; ${report.questions} questions${told}

${HEAD}${rows(report).join('')}
Every other question, the rest having taught the last rows their map and prior:${note}

${HEAD}${rows(half).join('')}`
}

function rows({ frontiers, notRunnable }: ReplayReport): readonly string[] {
  const run = frontiers.map((frontier) => ({ label: frontier.label, row: rowOf(frontier) }))
  const not = notRunnable.map(({ method, reason }) => ({
    label: method,
    row: `| \`${nameOf(method)}\` | not run: ${reason} | | | | | | |\n`,
  }))
  return [...run, ...not].toSorted((a, b) => place(a.label) - place(b.label)).map(({ row }) => row)
}

function place(label: string): number {
  return METHOD_NAMES.findIndex((name) => name === nameOf(label))
}

function nameOf(label: string): string {
  return label.split(/[:@]/u)[0] ?? label
}

function rowOf({ label, own, toSc, byTokens, atQuarter, area, overFirst }: Frontier): string {
  const cells = [
    `\`${label.replace(/@\d+$/u, '')}\``,
    figure(own.accuracy, 100, 1),
    figure(own.calls, 1, 2),
    figure(toSc, 1, 2),
    byTokens === null ? '' : figure(byTokens.toSc, 1, 0),
    figure(atQuarter, 100, 1),
    figure(area, 100, 1),
    overFirst === null ? '' : points(overFirst),
  ]
  return `| ${cells.join(' | ')} |\n`
}

function figure({ value, low, high }: Figure, scale: number, digits: number): string {
  const [at, from, to] = [value, low, high].map((each) => (each === null ? '—' : (scale * each).toFixed(digits)))
  return at === '—' && from === '—' ? 'never' : `${at ?? ''} [${from ?? ''}–${to ?? ''}]`
}

/** A difference of shares in points, in bold where its interval does not hold zero. */
export function points(found: NonNullable<Frontier['overFirst']>): string {
  const [at, from, to] = [found.value, found.low, found.high].map(signed)
  const isSure = found.low > 0 || found.high < 0
  return `${isSure ? `**${at ?? ''}**` : (at ?? '')} [${from ?? ''}, ${to ?? ''}]`
}

/** A share as points with its sign. */
export function signed(share: number): string {
  const written = (100 * share).toFixed(1)
  return Number(written) > 0 ? `+${written}` : written.replace('-', '−')
}
