import type { QuestionFilter } from '@cges-fleet/core'
import Link from 'next/link'
import { Suspense } from 'react'
import { formatCount } from '../format/format-count'
import { fetchQuestionCounts } from '../api/fetch-questions'
import { FILTER_WORDS } from './filter-words'
import { filtersOf, questionsAddress, type Selection } from './selection'
import { WorstDisagreement } from './worst-disagreement'

interface Props {
  readonly id: string
  readonly selection: Selection
}

const FILTERS = Object.keys(FILTER_WORDS) as QuestionFilter[]

/** The filters as links, each with how many questions it finds once they are counted. */
export function QuestionFilters({ id, selection }: Props) {
  const on = filtersOf(selection)
  return (
    <nav className="filters" aria-label="Filters">
      {FILTERS.map((filter) => {
        const isOn = on.includes(filter)
        const others = isOn ? on.filter((name) => name !== filter) : [...on, filter]
        return (
          <Link
            key={filter}
            className={`chip ${isOn ? 'chip-on' : ''}`}
            aria-current={isOn ? 'true' : undefined}
            href={questionsAddress(id, { ...selection, filter: others.join(',') })}
            title={`Questions where ${FILTER_WORDS[filter].finds}`}
            data-filter={filter}
            prefetch={false}
          >
            {isOn ? '✓ ' : ''}
            {FILTER_WORDS[filter].name}{' '}
            <Suspense fallback={<span className="chip-count">…</span>}>
              <FilterCount id={id} selection={selection} filter={filter} />
            </Suspense>
          </Link>
        )
      })}
      <Suspense>
        <WorstDisagreement id={id} selection={selection} />
      </Suspense>
    </nav>
  )
}

async function FilterCount({ id, selection, filter }: Props & { readonly filter: QuestionFilter }) {
  const answer = await fetchQuestionCounts(id, selection)
  return <span className="chip-count">{answer.ok ? formatCount(answer.value.filters[filter]) : '—'}</span>
}
