import type { QuestionFilter, QuestionListFile, QuestionPage } from '@cges-fleet/core'
import { exportQuestions } from '@cges-fleet/core/addresses'
import { writePath } from '@cges-fleet/core/contract'
import Link from 'next/link'
import { Suspense } from 'react'
import { filtersOf, questionAddress, questionsAddress, type Selection } from '../../addresses/questions'
import { fetchQuestionCounts } from '../../api/reads'
import { formatCount } from '../../ui/format/numbers'
import type { NamedReport } from '../../ui/methods/names'
import { WorstLink } from './question-list'
import { FILTER_WORDS, selectionWords, VERDICT_WORDS } from './filter-words'

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

interface SelectionFormProps {
  readonly id: string
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  /** The questions' texts are withheld, so there is nothing to search. */
  readonly withheld: boolean
}

const VERDICTS = [['', 'ended in any way'] as const, ...Object.entries(VERDICT_WORDS)]

/** Who is right of the method and the one it is compared with. */
const AGREEMENTS = [
  ['', 'anything'],
  ['this', 'the first is right, the second wrong'],
  ['other', 'the first is wrong, the second right'],
  ['both', 'both are right'],
  ['neither', 'both are wrong'],
] as const

/** Conditions that have no field here, and are kept. */
const KEPT = ['filter', 'examples', 'answer'] as const
/** Neither do these where another evaluation is compared with. */
const KEPT_BETWEEN = [...KEPT, 'agreement', 'versus', 'versusMethod'] as const

/** Selects questions by one method's results, and by text; a form of plain fields, so that it works without scripts. */
export function SelectionForm({ id, selection, methods, withheld }: SelectionFormProps) {
  const keyOf = (text = '') => methods.find(({ key, label }) => key === text || label === text)?.key ?? ''
  const named = methods.map(({ key, name }) => [key, name] as const)
  const isWithin = selection.versus === undefined && methods.length > 1
  return (
    <form className="selection-form" action={questionsAddress(id, {})} method="get">
      {(isWithin ? KEPT : KEPT_BETWEEN).map((name) =>
        selection[name] === undefined ? null : <input key={name} type="hidden" name={name} value={selection[name]} />,
      )}
      <Choice label="Method" name="method" chosen={keyOf(selection.method)} options={[['', 'any'], ...named]} />
      <Choice label="which" name="verdict" chosen={selection.verdict ?? ''} options={VERDICTS} />
      {isWithin ? (
        <>
          <Choice
            label="Compared with"
            name="versusMethod"
            chosen={keyOf(selection.versusMethod)}
            options={[['', 'none'], ...named]}
          />
          <Choice label="where" name="agreement" chosen={selection.agreement ?? ''} options={AGREEMENTS} />
        </>
      ) : null}
      {withheld ? null : (
        <label>
          Text
          <input
            type="search"
            name="q"
            maxLength={100}
            defaultValue={selection.q ?? ''}
            placeholder="in question or id"
          />
        </label>
      )}
      <button type="submit">Show</button>
    </form>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly chosen: string
  readonly options: readonly (readonly [value: string, words: string])[]
}

function Choice({ label, name, chosen, options }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} defaultValue={chosen}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

interface MatchingProps {
  readonly id: string
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  /** Whether the evaluation has several replicates of each question. */
  readonly several: boolean
}

/** How many questions the selection finds, of how many, in words; counted while the list is shown already. */
export function Matching({ id, selection, methods, several }: MatchingProps) {
  const words = selectionWords(selection, methods)
  const unit = several ? 'question runs (a question in one replicate)' : 'questions'
  return (
    <p className="matching">
      <Suspense fallback={words === '' ? 'Counting …' : `Counting: ${words} …`}>
        <Count id={id} selection={selection} unit={unit} words={words} />
      </Suspense>{' '}
      {words === '' ? null : <Link href={questionsAddress(id, { examples: selection.examples })}>Show all</Link>}
    </p>
  )
}

interface CountProps extends Pick<MatchingProps, 'id' | 'selection'> {
  readonly unit: string
  readonly words: string
}

/** The number of matches, and among how many if not all could be examined. */
async function Count({ id, selection, unit, words }: CountProps) {
  const answer = await fetchQuestionCounts(id, selection)
  if (!answer.ok) return <>They could not be counted: {answer.problem.title}.</>
  const { matching, trials, lookedAt } = answer.value
  const among = lookedAt < trials ? `the first ${formatCount(lookedAt)} of ${formatCount(trials)}` : formatCount(trials)
  return (
    <>
      <strong data-testid="matching">{formatCount(matching)}</strong> of {among} {unit}
      {words === '' ? '' : `: ${words}`}.
    </>
  )
}

interface QuestionPagesProps {
  readonly id: string
  readonly page: QuestionPage
  readonly selection: Selection
}

/** Turns the pages of a list, and offers all of them as a file; explains what to do if one is empty. */
export function QuestionPages({ id, page: { questions, next, previous }, selection }: QuestionPagesProps) {
  const empty = questions.length === 0
  return (
    <>
      {empty ? (
        <p className="empty-list" data-testid="no-questions">
          {next === null
            ? 'No question here. A new evaluation shows its questions within seconds. Otherwise, remove a condition.'
            : 'No match so far. The next page searches further.'}
        </p>
      ) : null}
      {empty ? null : (
        <p className="muted">
          Download all matches, with every method’s verdict, as{' '}
          <a href={fileOf('questions.csv', id, selection)} download>
            CSV
          </a>{' '}
          or{' '}
          <a href={fileOf('questions.jsonl', id, selection)} download>
            JSONL
          </a>
        </p>
      )}
      <nav className="pages" aria-label="Pages">
        {previous === null ? null : (
          <Link href={questionsAddress(id, { ...selection, before: previous })}>← Previous page</Link>
        )}
        {next === null ? null : <Link href={questionsAddress(id, { ...selection, after: next })}>Next page →</Link>}
      </nav>
    </>
  )
}

/** The API validates the values from the address. */
function fileOf(file: QuestionListFile, id: string, selection: Selection): string {
  return writePath(exportQuestions, { path: { id, file }, query: selection })
}

/** Leads to the question on which methods disagree worst, its neighbours being other disagreements; nothing if they agree. */
async function WorstDisagreement({ id, selection }: Props) {
  const answer = await fetchQuestionCounts(id, selection)
  if (!answer.ok || answer.value.worst === null) return null
  const { examples } = selection
  return <WorstLink address={questionAddress(id, answer.value.worst, { filter: 'disagree', examples })} />
}
