'use client'

import type { FormProps, PlainField } from './fields'

/** The fields of a suite beside its first benchmark and pool. */
export const SUITE_FIELDS: readonly PlainField<'questions' | 'budget' | 'suite'>[] = [
  { path: 'questions', label: 'Questions', about: 'only the first N of each', numeric: true },
  { path: 'budget', label: 'Budget', about: 'most samples a question', empty: '16', numeric: true },
  { path: 'suite', label: 'Suite', about: 'the name of its table' },
]

interface BenchmarkLinksProps extends Pick<FormProps, 'change'> {
  readonly isSuite: boolean
  readonly isOwn: boolean
  readonly onOwn: (isOwn: boolean) => void
}

/** Other questions, or more of them at once. */
export function BenchmarkLinks({ isSuite, isOwn, onOwn, change }: BenchmarkLinksProps) {
  return (
    <>
      <button type="button" className="as-link" aria-expanded={isOwn} onClick={() => onOwn(!isOwn)}>
        {isOwn ? 'Choose a saved benchmark' : 'Use your own questions'}
      </button>{' '}
      ·{' '}
      <button type="button" className="as-link" aria-expanded={isSuite} onClick={() => change({ isSuite: !isSuite })}>
        {isSuite ? 'Back to one benchmark and model' : 'Several benchmarks or models'}
      </button>
    </>
  )
}

interface Choice {
  readonly value: string
  readonly text: string
}

/** The other benchmarks and pools of a suite. */
export function SuiteChoices({ draft, change, offer: { benchmarks, pools } }: Omit<FormProps, 'faults'>) {
  if (!draft.isSuite) return null
  return (
    <div className="suite-choices">
      <Choices
        title="Also these benchmarks"
        of={benchmarks
          .filter(({ name }) => name !== draft.benchmark)
          .map(({ name, title }) => ({ value: name, text: title }))}
        chosen={draft.moreBenchmarks}
        onChange={(moreBenchmarks) => change({ moreBenchmarks })}
      />
      <Choices
        title="Also these pools"
        of={pools
          .filter(({ name }) => name !== draft.pool)
          .map(({ name, model }) => ({ value: name, text: model === name ? name : `${model} (${name})` }))}
        chosen={draft.morePools}
        onChange={(morePools) => change({ morePools })}
      />
    </div>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly of: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function Choices({ title, of, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {of.length === 0 ? <p className="muted">There is no other.</p> : null}
      {of.map(({ value, text }) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target: { checked } }) =>
              onChange(checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  )
}
