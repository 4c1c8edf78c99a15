import type { EvaluationView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { formatCount } from '../../../ui/format/numbers'
import { formatInstant } from '../../../ui/format/times'
import { useZone } from '../../../ui/preferences/zone-scope'

/** Everything needed to repeat or cite an evaluation. */
export function ProvenanceBody({ view }: { readonly view: EvaluationView }) {
  const zone = useZone()
  return (
    <>
      <dl className="facts">
        {provenanceFacts(view, zone).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>Methods as they were run</h3>
      <ul className="keys">
        {view.methods.map(({ key }) => (
          <li key={key}>
            <code>{key}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

export type Fact = readonly [name: string, value: string]

/** Lists everything needed to repeat an evaluation or to cite it, with times in a zone. */
export function provenanceFacts(view: EvaluationView, zone?: string): Fact[] {
  const { benchmark, pool, source, reproduction } = view
  return [
    ['Evaluation', view.id],
    ['Benchmark', `${benchmark.name} (${counted(benchmark.questions, 'question')})`],
    ['Benchmark’s SHA-256', benchmark.revision],
    ['Prompt template’s SHA-256', reproduction.promptHash],
    ['Model', pool.model],
    ['Model revision', reproduction.modelRevision ?? 'not reported by its server'],
    [
      'Engine',
      reproduction.engines.join(', ') || (source === null ? 'not reported by its server' : 'not known: imported'),
    ],
    ['Pool', pool.name],
    ['Answers', answersOf(view)],
    ...(source === null ? [] : [['Log', `${source.files.join(', ')} (${source.format})`] as const]),
    ['Replicates', `${view.replicates}`],
    ...samplingFacts(view),
    ['Created', formatInstant(view.createdAt, zone)],
    ['Finished', view.finishedAt === null ? '—' : formatInstant(view.finishedAt, zone)],
    ['Verdicts’ SHA-256', view.digest ?? '— (once done)'],
    ['Grading version', view.gradingVersion === null ? '— (once done)' : String(view.gradingVersion)],
    ['cges-fleet', reproduction.release],
  ]
}

/** For an imported log, only known values are shown: an unrecorded one must not look like a value. */
function samplingFacts({ seed, sampling, source, pool }: EvaluationView): Fact[] {
  const unknown = 'not known: imported'
  const valueText = (value: number | undefined, unit = '') =>
    value === undefined ? unknown : `${formatCount(value)}${unit}`
  const plain = (value: number | undefined) => (value === undefined ? unknown : `${value}`)
  return [
    ['Seed', source === null ? `${seed}` : unknown],
    ['Temperature', plain(sampling.temperature)],
    ['Top-p', plain(sampling.topP)],
    ['Top-k', sampling.topK === 0 ? 'off' : plain(sampling.topK)],
    ['Min-p', plain(sampling.minP)],
    ['Repetition penalty', plain(sampling.repetitionPenalty)],
    ['Presence penalty', plain(sampling.presencePenalty)],
    ['Frequency penalty', plain(sampling.frequencyPenalty)],
    ['Largest answer', valueText(sampling.maxTokens, ' tokens')],
    ...stopFacts(sampling),
    ...(pool.maxModelLen === null ? [] : [['Prompt and answer', valueText(pool.maxModelLen, ' tokens')] as const]),
  ]
}

function stopFacts({ stop = [] }: EvaluationView['sampling']): Fact[] {
  return stop.length === 0 ? [] : [['Stop sequences', stop.map((text) => JSON.stringify(text)).join(', ')]]
}

function answersOf({ provenance, simulated }: EvaluationView): string {
  if (provenance === 'simulated') return 'from the built-in simulator'
  if (provenance === 'imported') return 'read from a log'
  if (provenance === 'tiny') return 'from the tiny model this project trained'
  const recorded = provenance === 'recorded'
  if (simulated) return recorded ? 'recorded from the built-in simulator' : 'from the built-in simulator'
  return recorded ? 'recorded from the model' : 'from the model'
}
