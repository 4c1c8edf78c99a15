import { counted } from '@cges-fleet/core/counted'
import type { QuestionAnswer, QuestionView } from '@cges-fleet/core'
import { formatShare } from '../format/format-share'
import { AnswerKey } from './answer-key'
import { answerName } from './answer-name'
import { VerdictMark } from './verdict-mark'

interface Props {
  readonly view: QuestionView
}

/** How often each answer was given: a bar, and a row each. Samples without an answer do not vote. */
export function VoteBar({ view }: Props) {
  const read = view.samples.filter(({ state }) => state === 'read').length
  const given = view.answers.map((answer, place) => ({ ...answer, place })).filter(({ count }) => count > 0)
  const ranked = given.toSorted((a, b) => b.count - a.count || a.place - b.place)
  const votes = ranked.reduce((sum, { count }) => sum + count, 0)
  return (
    <figure className="panel votes" data-testid="votes">
      <h2>Votes</h2>
      <figcaption>{votesFinding(view, { ranked, without: read - votes })}</figcaption>
      {read === 0 ? null : (
        <div className="vote-bar" aria-hidden="true">
          {ranked.map(({ place, count, correct }) => (
            <span
              key={place}
              className={correct === true ? 'vote-right' : 'vote-other'}
              style={{ flexGrow: count }}
              title={`${answerName(view, place)}: ${count}`}
            >
              {count}
            </span>
          ))}
          {read > votes ? <span className="vote-none" style={{ flexGrow: read - votes }} title="no answer" /> : null}
        </div>
      )}
      {votes === 0 ? null : <VotesTable ranked={ranked} votes={votes} />}
    </figure>
  )
}

interface Counted {
  readonly ranked: readonly { readonly place: number; readonly count: number }[]
  /** Samples that gave no answer. */
  readonly without: number
}

/** Ties are said: the answer seen first wins them. */
function votesFinding(view: QuestionView, { ranked, without }: Counted): string {
  const most = ranked[0]?.count ?? 0
  const top = ranked.filter(({ count }) => count === most).map(({ place }) => answerName(view, place))
  if (most === 0) return 'No sample has given an answer yet.'
  const votes = ranked.reduce((sum, { count }) => sum + count, 0)
  const times = `${counted(most, 'time')} in ${counted(votes, 'answer')}`
  const first = top[0] ?? ''
  const said =
    top.length === 1
      ? `${first} was given ${times}`
      : `A tie: ${top.length} were given ${times}; ${first}, seen first, wins it`
  return `${said}${without === 0 ? '' : `; ${counted(without, 'more sample')} gave none`}.`
}

interface TableProps {
  readonly ranked: readonly (QuestionAnswer & { readonly place: number })[]
  readonly votes: number
}

function VotesTable({ ranked, votes }: TableProps) {
  return (
    <table className="plain">
      <thead>
        <tr>
          {['Answer', 'Samples', 'Share', 'Graded'].map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ranked.map(({ place, key, count, correct }) => (
          <tr key={place} data-answer={place}>
            <th scope="row">
              <AnswerKey text={key} />
            </th>
            <td>{count}</td>
            <td>{formatShare(count / votes)}</td>
            <td>
              <VerdictMark correct={correct} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
