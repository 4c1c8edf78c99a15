import type { NamedReport } from '../families/name-methods'
import { VERDICT_WORDS } from './filter-words'
import { questionsAddress, type Selection } from './selection'

interface Props {
  readonly id: string
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  /** The questions' texts are withheld, so there is nothing to search. */
  readonly withheld: boolean
}

const VERDICTS = [['', 'ended in any way'] as const, ...Object.entries(VERDICT_WORDS)]

/** Conditions that have no field here, and are kept. */
const KEPT = ['filter', 'examples', 'answer', 'agreement', 'versus', 'versusMethod'] as const

/** Selects questions by one method's results, and by text; a form of plain fields, so that it works without scripts. */
export function SelectionForm({ id, selection, methods, withheld }: Props) {
  const chosen = methods.find(({ key, label }) => key === selection.method || label === selection.method)?.key ?? ''
  const named = methods.map(({ key, name }) => [key, name] as const)
  return (
    <form className="selection-form" action={questionsAddress(id, {})} method="get">
      {KEPT.map((name) =>
        selection[name] === undefined ? null : <input key={name} type="hidden" name={name} value={selection[name]} />,
      )}
      <Choice label="Method" name="method" chosen={chosen} options={[['', 'any'], ...named]} />
      <Choice label="which" name="verdict" chosen={selection.verdict ?? ''} options={VERDICTS} />
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
