import { counted } from '@cges-fleet/core/counted'
import type { parseChosen } from './read-questions'

const SHOWN = 3
const SHOWN_PROBLEMS = 5

/** The first questions as they are read, or what is wrong with which line. */
export function QuestionPreview({ parsed }: { readonly parsed: ReturnType<typeof parseChosen> }) {
  if (!parsed.ok) return <Problems problems={parsed.problems} />
  const { questions } = parsed.benchmark
  const hasChoices = questions.some(({ choices }) => choices !== undefined)
  return (
    <div className="scroll">
      <table data-testid="preview">
        <caption>
          {counted(questions.length, 'question')}; the first {Math.min(SHOWN, questions.length)} as read
        </caption>
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">Question</th>
            {hasChoices ? <th scope="col">Choices</th> : null}
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          {questions.slice(0, SHOWN).map(({ id, question, choices, answer }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td dir="auto">{shortened(question, 240)}</td>
              {hasChoices ? <td>{choices === undefined ? '' : shortened(choices.join(' · '), 160)}</td> : null}
              <td dir="auto">{shortened(answer, 80)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  const more = problems.length - SHOWN_PROBLEMS
  return (
    <ul className="bad" role="alert" data-testid="row-problems">
      {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
      {more > 0 ? <li>{counted(more, 'more line')} like these.</li> : null}
    </ul>
  )
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
