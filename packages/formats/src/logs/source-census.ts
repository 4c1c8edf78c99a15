import { counted, countedOf, inNumber } from '@cges-fleet/core'
import { shortened } from '../lines/shortened.js'
import type { LogSample } from './log-entry.js'

const MOST_MODELS = 1000

/** Counts which models answered, and which rows lack numbers of tokens that their format has. */
export class SourceCensus {
  readonly #models = new Set<string>()
  readonly #lacking = new Map<string, number>()

  add({ model, lacks = [] }: Pick<LogSample, 'model' | 'lacks'>, ofRow: string | null | undefined): void {
    const name = model ?? ofRow ?? null
    if (name !== null && this.#models.size < MOST_MODELS) this.#models.add(name)
    for (const field of lacks) this.#lacking.set(field, (this.#lacking.get(field) ?? 0) + 1)
  }

  /** Warnings in full sentences, about so many samples. */
  warnings(samples: number): string[] {
    return [
      ...modelWarning([...this.#models]),
      ...[...this.#lacking].map(
        ([field, count]) => `${field} is missing in ${countedOf(count, samples, 'sample')}: these tokens are not known`,
      ),
    ]
  }
}

function modelWarning(models: readonly string[]): string[] {
  const [first, second] = models.map((name) => shortened(name))
  if (first === undefined || second === undefined) return []
  const many = `${models.length === MOST_MODELS ? 'at least ' : ''}${counted(models.length, 'model')}`
  return [
    `${many} answered, such as ${first} and ${second}, and the samples of a question count as one model’s. Replay each model by itself: give it a file of its own, or filter by --map, as in text=samples[?@.model=='NAME'].text`,
  ]
}

/** Warns of known questions without any sample, of which `isSampled` is false: they are in no figure. */
export function unsampledWarning(known: Iterable<string>, isSampled: (id: string) => boolean): string[] {
  const all = [...known]
  const bare = all.filter((id) => !isSampled(id))
  const [first] = bare
  if (first === undefined || bare.length === all.length) return []
  const least = (all.length - bare.length) / all.length
  return [
    `${countedOf(bare.length, all.length, 'question')} of --questions ${inNumber(bare.length, 'has', 'have')} no sample, such as ${shortened(first)}. Accuracies leave ${inNumber(bare.length, 'it', 'them')} out: counted as wrong, ${inNumber(bare.length, 'it turns', 'they turn')} 100 % into ${(100 * least).toFixed(1)} %`,
  ]
}
