'use client'

import { counted } from '@cges-fleet/core/counted'
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format/numbers'
import { type OwnQuestions, OwnQuestionsFields } from '../benchmarks/question-choices'
import { type FormProps, type PlainField, PlainFields, SelectField } from './fields'
import { PoolField } from './pool-field'
import { BenchmarkLinks, SUITE_FIELDS, SuiteChoices } from './suite-choices'

const FIELDS: readonly PlainField<'questions' | 'budget' | 'name'>[] = [
  { path: 'questions', label: 'Questions', about: 'only the first N', numeric: true },
  { path: 'budget', label: 'Budget', about: 'most samples a question', empty: '16', numeric: true },
  { path: 'name', label: 'Name', about: 'how lists show it' },
]

interface SubjectProps extends FormProps {
  /** Questions of one's own in place of a benchmark that is stored; null if one is chosen. */
  readonly own: OwnQuestions | null
  readonly onOwn: (isOwn: boolean) => void
}

/** The benchmark, and the model that answers it. */
export function SubjectSection({ draft, change, faults, offer, own, onOwn }: SubjectProps) {
  const benchmark = offer.benchmarks.find(({ name }) => name === draft.benchmark)
  const links = <BenchmarkLinks isSuite={draft.isSuite} isOwn={own !== null} onOwn={onOwn} change={change} />
  const empty =
    own !== null
      ? { questions: 'all', name: `${own.chosen.name} on ${draft.pool}` }
      : benchmark === undefined
        ? { questions: 'all' }
        : { questions: `all ${formatCount(benchmark.questions)}`, name: `${benchmark.title} on ${draft.pool}` }
  return (
    <fieldset className="panel" id="questions">
      <legend>Questions and model</legend>
      {own === null ? null : (
        <>
          <OwnQuestionsFields of={own} />
          <p className="about">{links}</p>
        </>
      )}
      <div className="fields subject">
        {own === null ? (
          <BenchmarkField draft={draft} change={change} faults={faults} offer={offer} about={links} />
        ) : null}
        <PoolField draft={draft} change={change} faults={faults} offer={offer} />
        <PlainFields
          fields={draft.isSuite ? SUITE_FIELDS : FIELDS}
          values={draft}
          empty={empty}
          onChange={change}
          faults={faults}
        />
      </div>
      <SuiteChoices draft={draft} change={change} offer={offer} />
    </fieldset>
  )
}

function BenchmarkField({
  draft,
  change,
  faults,
  offer: { benchmarks },
  about,
}: FormProps & { readonly about: ReactNode }) {
  return (
    <SelectField
      path="benchmark"
      label="Benchmark"
      about={about}
      value={draft.benchmark}
      onChange={(value) => change({ benchmark: value })}
      faults={faults}
      options={benchmarks.map(({ name, title, questions }) => ({
        value: name,
        text: `${title} (${counted(questions, 'question')})`,
      }))}
    />
  )
}
