'use client'
import { counted } from '@cges-fleet/core/counted'
import { formatCount } from '../../format/format-count'
import type { FormProps } from './form-props'
import { SelectField } from './select-field'
import { type PlainField, PlainFields } from './plain-fields'

const FIELDS: readonly PlainField<'questions' | 'replicates' | 'name' | 'suite'>[] = [
  { path: 'questions', label: 'Questions', about: 'only the first so many of the benchmark', numeric: true },
  {
    path: 'replicates',
    label: 'Replicates',
    about: 'how often the whole benchmark is repeated, each time with seeds of its own',
    empty: '1',
    numeric: true,
  },
  { path: 'name', label: 'Name', about: 'how lists show it' },
  { path: 'suite', label: 'Suite', about: 'evaluations that are reported as one table', empty: 'none' },
]

/** The benchmark, and the model that answers it. */
export function SubjectSection({ draft, change, faults, offer: { benchmarks, pools } }: FormProps) {
  const benchmark = benchmarks.find(({ name }) => name === draft.benchmark)
  const empty =
    benchmark === undefined
      ? { questions: 'all' }
      : { questions: `all ${formatCount(benchmark.questions)}`, name: `${benchmark.title} on ${draft.pool}` }
  return (
    <fieldset className="panel" id="questions">
      <legend>Questions and model</legend>
      <div className="fields">
        <SelectField
          path="benchmark"
          label="Benchmark"
          about="the questions, with their prompt and their kind of answer"
          value={draft.benchmark}
          onChange={(value) => change({ benchmark: value })}
          faults={faults}
          options={benchmarks.map(({ name, title, questions }) => ({
            value: name,
            text: `${title} (${counted(questions, 'question')})`,
          }))}
        />
        <SelectField
          path="pool"
          label="Pool"
          about="the workers that serve one model"
          value={draft.pool}
          onChange={(value) => change({ pool: value })}
          faults={faults}
          options={pools.map(({ name, model, ready }) => ({
            value: name,
            text: `${model === name ? name : `${model} (${name})`}: ${readyText(ready)}`,
          }))}
        />
        <PlainFields fields={FIELDS} values={draft} empty={empty} onChange={change} faults={faults} />
      </div>
    </fieldset>
  )
}

function readyText(ready: number): string {
  return ready === 0 ? 'no worker' : `${formatCount(ready)} ready`
}
