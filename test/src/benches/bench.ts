import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

/**
 * What one repetition of a bench found: the measured value, the one beside it from the same run, and what explains
 * them.
 */
export interface Repetition {
  readonly value: number
  readonly reference: number
  readonly also: Readonly<Record<string, number>>
}

/** Measures one thing beside another, so that the ratio depends less on the machine. */
export interface Bench {
  /** The unit of `value` and `beside`. */
  readonly unit: string
  /** What `value` and `beside` are, for readers of the output. */
  readonly value: string
  readonly reference: string
  run(): Promise<Repetition>
}

/** The last line that a bench prints, as JSON. */
interface BenchResult {
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
    ratio: rounded(median(done.map(({ value, reference }) => value / reference))),
    unit,
    median: rounded(median(values)),
    min: rounded(Math.min(...values)),
    max: rounded(Math.max(...values)),
    repetitions: done.length,
    also: Object.fromEntries(also) as Record<string, number>,
  }
}

function lineOf({ unit, value, reference }: Bench, found: Repetition): string {
  const also = Object.entries(found.also).map(([key, figure]) => `${key} ${rounded(figure)}`)
  const head = `${value} ${rounded(found.value)} ${unit}, ${reference} ${rounded(found.reference)}, ratio ${rounded(found.value / found.reference)}`
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

/** What the figures depend on, as lines to print above them. */
export function environment(): readonly string[] {
  const processors = cpus()
  return [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${loadavg()[0]?.toFixed(1)} before`,
    `Node ${process.versions.node}, ${versionOf('redis-server') ?? 'no redis-server'}, commit ${versionOf('git', ['rev-parse', '--short', 'HEAD']) ?? 'unknown'}`,
  ]
}

function versionOf(program: string, args: readonly string[] = ['--version']): string | null {
  try {
    const said = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return said.trim().replace(/ sha=.*/, '')
  } catch {
    return null
  }
}
