import type { NamedReport } from '../families/name-methods'
import { VERDICT_WORDS } from './filter-words'
import { questionsAddress, type Selection } from './selection'

interface Props {
  readonly id: string
  readonly selection: Selection
  readonly methods: readonly NamedReport[]
  /** Nothing of the questions is told, so there is nothing to search. */
  readonly withheld: boolean
}

/** What one method made of the questions, and a text to look for; a form of plain fields, so that it works without scripts. */
export function SelectionForm({ id, selection, methods, withheld }: Props) {
  const chosen = methods.find(({ key, label }) => key === selection.method || label === selection.method)?.key ?? ''
  return (
    <form className="selection-form" action={questionsAddress(id, {})} method="get">
      {selection.filter === undefined ? null : <input type="hidden" name="filter" value={selection.filter} />}
      {selection.examples === undefined ? null : <input type="hidden" name="examples" value={selection.examples} />}
      {selection.answer === undefined ? null : <input type="hidden" name="answer" value={selection.answer} />}
      <label>
        Method
        <select name="method" defaultValue={chosen}>
          <option value="">any</option>
          {methods.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        which
        <select name="verdict" defaultValue={selection.verdict ?? ''}>
          <option value="">ended in any way</option>
          {Object.entries(VERDICT_WORDS).map(([verdict, words]) => (
            <option key={verdict} value={verdict}>
              {words}
            </option>
          ))}
        </select>
      </label>
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
