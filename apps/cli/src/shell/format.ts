import { ABOUT_TINY, type MeanEstimate, type Provenance } from '@cges-fleet/core'
import { shareOf } from '@cges-fleet/formats'
import { printableLine } from './printing.js'

/** Share in per cent with one decimal: 0.9312 → `93.1 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** Formats seconds for people: `8 s`, `3 min 20 s`, `5 min`, `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min${whole % 60 === 0 ? '' : ` ${whole % 60} s`}`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

/** Aligns rows in columns: the first to the left, the others to the right. A cell is one line, whatever it holds. */
export function columns(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(printableLine))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('   ')
      .trimEnd(),
  )
}

/** The widest line of a list, in characters: lists are read in terminals and pasted into messages. */
export const WIDTH = 100

/** Shortens a text to so many characters. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

/** Aligns rows in columns and ends each with a text of its own, cut where a line has no room for it. */
export function columnsBefore(cells: readonly (readonly string[])[], texts: readonly string[]): string[] {
  return columns(cells).map((line, at) => cut(`${line}   ${printableLine(texts[at] ?? '')}`, WIDTH))
}

/** Breaks a text into lines that a list has room for, the first after an indent and the others deeper. */
export function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of printableLine(text).split(' ')) {
    if (line.trim() !== '' && line.length + word.length > WIDTH) {
      lines.push(line)
      line = `${indent}  `
    }
    line += `${word} `
  }
  return [...lines, line].map((each) => cut(each.trimEnd(), WIDTH))
}

/**
 * Breaks a help's lines that a list has no room for: what follows stands where the line's text began, after a name in
 * front. What is copied as it is, commands, code and JSON, stays whole.
 */
export function narrowed(help: string): string {
  return help
    .split('\n')
    .flatMap((line) => (line.length <= WIDTH || COPIED.test(line) ? [line] : brokenAt(line)))
    .join('\n')
}

const COPIED = /^ *(?:\{|cges \S|echo |npx |export )/u

function brokenAt(line: string): string[] {
  const indent = blanksFrom(line, 0)
  const gap = line.indexOf('  ', indent)
  const at = gap < 0 ? indent : gap + blanksFrom(line, gap)
  const [start, text] = [line.slice(0, at), line.slice(at)]
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && start.length + last.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.map((each, at) => (at === 0 ? start : ' '.repeat(start.length)) + each)
}

function blanksFrom(line: string, at: number): number {
  return line.length - at - line.slice(at).trimStart().length
}

/** A difference of shares in points with its 95 % interval: `+1.2 [−0.3, +2.7]`. */
export function pointsEstimate({ value, low, high }: MeanEstimate): string {
  return `${signed(100 * value, 1)} [${signed(100 * low, 1)}, ${signed(100 * high, 1)}]`
}

/** A number with its sign; what is written as zero or below keeps its own. */
export function signed(value: number, digits: number): string {
  const written = value.toFixed(digits)
  return Number(written) > 0 ? `+${written}` : written
}

/** A p-value; what is very small is only said to be so. */
export function shortP(p: number): string {
  return p < 0.001 ? '< .001' : p.toFixed(3)
}

/** Formats a share in per cent; a dash if the whole is 0. */
export function percentOf(count: number, of: number): string {
  const share = shareOf(count, of)
  return share === null ? '—' : percent(share)
}

const MARKS: Partial<Record<Provenance, { readonly mark: string; readonly about: string }>> = {
  simulated: { mark: 'SIMULATED', about: 'the answers come from the built-in simulator, not from a model' },
  tiny: { mark: 'TINY MODEL', about: `the answers come from ${ABOUT_TINY}` },
}

/** Names an evaluation next to its figures, marked if no model worth comparing answered. */
export function markedName(name: string, provenance: Provenance): string {
  const known = MARKS[provenance]
  return known === undefined ? name : `${name} — ${known.mark}`
}

/**
 * Describes in a sentence what produced the answers, if not a model worth comparing; null if it was one, or is unknown.
 */
export function markLine(provenance: Provenance | null): string | null {
  const known = provenance === null ? undefined : MARKS[provenance]
  return known === undefined ? null : `${known.mark}: ${known.about}`
}

/** Bytes for people, in the largest unit they fill: `832 B`, `1.4 GiB`. */
export function size(bytes: number): string {
  const unit = Math.min(4, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${Number((bytes / 1024 ** unit).toPrecision(3))} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][unit]}`
}
