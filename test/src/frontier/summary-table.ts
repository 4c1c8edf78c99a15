import { METHOD_NAMES } from '@cges-fleet/methods'
import type { Compared } from './compare.js'
import { BASE } from './methods-of.js'
import { isSimulated } from './recordings.js'
import { signed } from './recording-tables.js'
import { rowName } from './row-name.js'

/** What beats what: each rule's area less that of one, on every recording; in bold where the interval does not hold zero. */
export function summaryTable(compared: readonly Compared[]): string {
  const areas = compared.map(({ report }) => new Map(report.frontiers.map((each) => [rowName(each.label), each])))
  const names = [...new Set(areas.flatMap((each) => [...each.keys()]))].toSorted((a, b) => placeOf(a) - placeOf(b))
  const heads = compared.map(({ recorded }) => (isSimulated(recorded) ? `*${recorded.short}*` : recorded.short))
  const rows = names.map((name) => {
    const found = areas.map((each) => each.get(name)?.overFirst ?? null)
    const cells = found.map((over, at) => {
      if (name === BASE) return `= ${(100 * (areas[at]?.get(name)?.area.value ?? 0)).toFixed(1)}`
      if (over === null) return ''
      return over.low > 0 || over.high < 0 ? `**${signed(over.value)}**` : signed(over.value)
    })
    const above = found.filter((over) => over !== null && over.low > 0).length
    const below = found.filter((over) => over !== null && over.high < 0).length
    return `| ${name} | ${cells.join(' | ')} | ${name === BASE ? '' : `${above} / ${below}`} |\n`
  })
  return `| | ${heads.join(' | ')} | surely above / below |
| --- |${' ---: |'.repeat(heads.length + 1)}
${rows.join('')}`
}

function placeOf(name: string): number {
  return METHOD_NAMES.findIndex((each) => each === name.split(',')[0])
}
