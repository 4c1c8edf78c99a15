'use client'
import { formatCount } from '../../format/format-count'
import type { FormProps } from './form-props'
import { SelectField } from './select-field'
import { TextField } from './text-field'

/** What is asked, and of which model. */
export function SubjectSection({ draft, change, faults, offer: { benchmarks, pools } }: FormProps) {
  const benchmark = benchmarks.find(({ name }) => name === draft.benchmark)
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
            text: `${title} (${formatCount(questions)} questions)`,
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
        <TextField
          path="questions"
          label="Questions"
          about="only the first so many of the benchmark"
          empty={benchmark === undefined ? 'all' : `all ${formatCount(benchmark.questions)}`}
          numeric
          value={draft.questions}
          onChange={(value) => change({ questions: value })}
          faults={faults}
        />
        <TextField
          path="replicates"
          label="Replicates"
          about="how often the whole benchmark is repeated, each time with seeds of its own"
          empty="1"
          numeric
          value={draft.replicates}
          onChange={(value) => change({ replicates: value })}
          faults={faults}
        />
        <TextField
          path="name"
          label="Name"
          about="how lists show it"
          empty={benchmark === undefined ? '' : `${benchmark.title} on ${draft.pool}`}
          value={draft.name}
          onChange={(value) => change({ name: value })}
          faults={faults}
        />
        <TextField
          path="suite"
          label="Suite"
          about="evaluations that are reported as one table"
          empty="none"
          value={draft.suite}
          onChange={(value) => change({ suite: value })}
          faults={faults}
        />
      </div>
    </fieldset>
  )
}

function readyText(ready: number): string {
  return ready === 0 ? 'no worker ready' : `${formatCount(ready)} ${ready === 1 ? 'worker' : 'workers'} ready`
}
