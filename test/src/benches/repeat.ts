import type { Bench, Repetition } from './bench.js'

/** The last line that a bench prints, as JSON. */
export interface BenchResult {
  readonly name: string
  /** The median over the repetitions of `value / beside`, each pair from one repetition. */
  readonly ratio: number
  readonly unit: string
  /** Of `value`. */
  readonly median: number
  readonly min: number
  readonly max: number
  readonly repetitions: number
  /** Medians of the explaining figures. */
  readonly also: Readonly<Record<string, number>>
}

/** Runs a bench the given number of times, printing each result, and summarises them. */
export async function repeat(name: string, bench: Bench, times: number): Promise<BenchResult> {
  const done: Repetition[] = []
  while (done.length < times) {
    const found = await bench.run()
    done.push(found)
    console.log(`${done.length}/${times}  ${lineOf(bench, found)}`)
  }
  return summary(name, bench.unit, done)
}

/** Summarises the results of at least one repetition. */
export function summary(name: string, unit: string, done: readonly Repetition[]): BenchResult {
  const values = done.map(({ value }) => value)
  const also = Object.keys(done[0]?.also ?? {}).map((key) => [key, median(done.map((each) => each.also[key] ?? NaN))])
  return {
    name,
    ratio: rounded(median(done.map(({ value, beside }) => value / beside))),
    unit,
    median: rounded(median(values)),
    min: rounded(Math.min(...values)),
    max: rounded(Math.max(...values)),
    repetitions: done.length,
    also: Object.fromEntries(also) as Record<string, number>,
  }
}

function lineOf({ unit, value, beside }: Bench, found: Repetition): string {
  const also = Object.entries(found.also).map(([key, figure]) => `${key} ${rounded(figure)}`)
  const head = `${value} ${rounded(found.value)} ${unit}, ${beside} ${rounded(found.beside)}, ratio ${rounded(found.value / found.beside)}`
  return [head, ...also].join(' · ')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return rounded(
    sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2,
  )
}

/** To four significant digits: more would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
