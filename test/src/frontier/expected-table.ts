import type { Compared } from './compare.js'
import { CALLS, cgesOn } from './methods-of.js'
import { isSimulated } from './recordings.js'
import { signed } from './recording-tables.js'

/** What was expected of the rules of our own before they were built, beside what they give on the recordings here. */
export function expectedTable(compared: readonly Compared[]): string {
  const real = compared.filter(({ recorded }) => !isSimulated(recorded))
  const rows = [
    ...real.flatMap(certifiedRow),
    totalsRow(real),
    ...real.flatMap((each) => (each.recorded.short in MAPS ? [mapRow(each, MAPS[each.recorded.short] ?? '')] : [])),
  ]
  return `| what | expected | here |\n| --- | --- | --- |\n${rows.join('')}`
}

/** Calls where nothing was calibrated on. */
function certifiedRow({ recorded, report }: Compared): readonly string[] {
  const certified = report.methods.find(({ label }) => label.includes('certified=0.05/0.1'))
  const calls = certified?.certified?.callsWithout?.mean
  const asc = report.methods[0]?.calls.mean
  if (calls === undefined || asc === undefined) return []
  const expected = recorded.short === 'DATE' ? '5.0, 5.3, 5.4, 3.2 against 7.2, 7.8, 7.2, 5.6; four sets, B = 16' : '—'
  return [
    `| calls of ASC-β certified at α = 5 %, n = 100, against its .95; ${recorded.short}, B = ${recorded.budget} | ${expected} | ${calls.toFixed(2)} against ${asc.toFixed(2)} |\n`,
  ]
}

/** A fixed total against as many calls for every question. */
function totalsRow(real: readonly Compared[]): string {
  const gains = real.map(({ recorded, report }) => {
    const at = (name: string) => report.frontiers.find(({ label }) => label.startsWith(name))
    const sc = at('sc@')?.points.find((point) => point.at === CALLS)?.accuracy ?? Number.NaN
    return { short: recorded.short, gain: (at('fixed-total:')?.own.accuracy.value ?? Number.NaN) - sc }
  })
  const mean = gains.reduce((sum, { gain }) => sum + gain, 0) / gains.length
  const each = gains.map(({ short, gain }) => `${short} ${signed(gain)}`).join(', ')
  return `| points of a fixed total of ${CALLS} calls a question over SC@${CALLS} | +0.4 … +5.7, mean +2.4; seven sets | mean ${signed(mean)}: ${each} |\n`
}

const MAPS: Readonly<Record<string, string>> = {
  'BRUMO¹²⁸': '11.3 → 6.5 calls, 84.0 → 85.1 %',
  MATH: '2.78 → 2.04 calls, 93.2 → 93.7 %',
}

/** CGES at γ = .99 as it is and recalibrated, on the questions that the map has not seen. */
function mapRow({ recorded, half, learned }: Compared, expected: string): string {
  const [signal = ''] = recorded.signals
  const plain = half.methods.find(({ label }) => label.startsWith(`${cgesOn(signal)}@`))
  const mapped = half.methods.find(({ label }) => label.startsWith(`${cgesOn(signal)},map=`))
  const pair = (digits: number, of: (each: typeof plain) => number | undefined) =>
    [plain, mapped].map((each) => of(each)?.toFixed(digits) ?? '—').join(' → ')
  const calls = pair(2, (each) => each?.calls.mean)
  const accuracy = pair(1, (each) => (each === undefined ? undefined : 100 * each.accuracy.mean))
  const advised =
    learned.find(({ method }) => method.includes('map='))?.adopted === true ? '' : ', not advised by `tune`'
  return `| CGES at γ = .99 without and with a map; ${recorded.short} | ${expected} | ${calls} calls, ${accuracy} %, on ${half.questions} questions${advised} |\n`
}
