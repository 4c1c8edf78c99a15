import { counted } from '@cges-fleet/core/counted'
import type { QuestionAnswer, QuestionView } from '@cges-fleet/core'
import { Picture } from '../charts/picture'
import { formatShare } from '../format/format-share'
import { CopyShown } from '../format/table/copy-shown'
import { AnswerKey } from './answer-key'
import { answerName } from './answer-name'
import { drawVotes, type Vote, VOTES_HEIGHT } from './draw-votes'
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
  const finding = votesFinding(view, { ranked, without: read - votes })
  return (
    <figure className="panel votes" data-testid="votes">
      <div className="panel-head">
        <h2>Votes</h2>
        {votes === 0 ? null : <CopyShown title={`Votes on question ${view.position}`} of="votes-table" />}
      </div>
      <figcaption>{finding}</figcaption>
      {read === 0 ? null : (
        <Picture
          title={`Votes on question ${view.position}`}
          words={finding}
          height={VOTES_HEIGHT}
          draw={(width) => drawVotes([...ranked.map((answer) => voteOf(view, answer)), ...noneOf(read - votes)], width)}
        />
      )}
      {votes === 0 ? null : <VotesTable ranked={ranked} votes={votes} />}
    </figure>
  )
}

function voteOf(view: QuestionView, { place, count, correct }: QuestionAnswer & { readonly place: number }): Vote {
  return { name: answerName(view, place), count, correct, given: true }
}

function noneOf(count: number): Vote[] {
  return count === 0 ? [] : [{ name: 'no answer', count, correct: null, given: false }]
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
    <table className="plain" id="votes-table">
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
