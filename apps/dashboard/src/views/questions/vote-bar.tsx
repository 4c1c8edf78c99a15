import type { QuestionAnswer, QuestionView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import type { Vote } from '@cges-fleet/methods/replay'
import { Picture } from '../../ui/charts/chart-figure'
import { fitText } from '../../ui/charts/geometry'
import { formatShare } from '../../ui/format/numbers'
import { CopyShown } from '../../ui/table/copy-table'
import { AnswerKey, answerName, VerdictMark } from './answers'

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

function voteOf(
  view: QuestionView,
  { place, count, correct }: QuestionAnswer & { readonly place: number },
): AnswerVotes {
  return { name: answerName(view, place), count, correct, given: true }
}

function noneOf(count: number): AnswerVotes[] {
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
      : `A tie: ${top.length} were given ${times}. ${first} wins because it came first`
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

/** How often one answer was given. */
interface AnswerVotes {
  readonly name: string
  readonly count: number
  /** Null if it could not be graded, or there is no answer. */
  readonly correct: boolean | null
  /** Whether the samples gave an answer at all. */
  readonly given: boolean
}

/** The height of a bar with its names, in pixels. */
const VOTES_HEIGHT = 44
const BAR = 24
const GAP = 2
const LEAST = 3
/** In a narrower part there is no room for a readable name. */
const NAMED = 28

/** A bar of votes with a part for each answer: its count inside, its name below if there is room. */
function drawVotes(votes: readonly AnswerVotes[], width: number) {
  const whole = votes.reduce((sum, { count }) => sum + count, 0)
  const room = width - GAP * (votes.length - 1) - LEAST * votes.length
  let from = 0
  return votes.map(({ name, count, correct, given }, at) => {
    const wide = Math.max(LEAST, LEAST + (room * count) / whole)
    const x = from
    from += wide + GAP
    return (
      <g key={at} className={correct === true ? 'vote vote-right' : given ? 'vote vote-other' : 'vote vote-none'}>
        <title>{`${name}: ${count}`}</title>
        <rect x={x + 0.5} y={0.5} width={Math.max(1, wide - 1)} height={BAR - 1} rx={3} />
        {wide < NAMED ? null : (
          <>
            <text x={x + wide / 2} y={16} textAnchor="middle">
              {correct === true ? `✓ ${count}` : count}
            </text>
            <text x={x + wide / 2} y={BAR + 14} textAnchor="middle" className="vote-name">
              {fitText(name, wide)}
            </text>
          </>
        )}
      </g>
    )
  })
}

const UNDRAWN: ReadonlySet<string | null> = new Set(['invalid_request', 'infra_error'])

/**
 * The samples as methods see them: from the first on without a gap, up to one that could not be drawn. Answers are
 * represented by their index in the list of answers, which is all that a vote needs.
 */
export function trialVotes({ samples }: Pick<QuestionView, 'samples'>): Vote[] {
  const votes: Vote[] = []
  for (const { index, state, outcome, answer, signals, lowestGroups, completionTokens } of samples) {
    if (index !== votes.length || state !== 'read' || UNDRAWN.has(outcome)) break
    const given = outcome === 'answer' && answer !== null ? String(answer) : null
    votes.push({ answer: given, confidences: signals ?? {}, ...minimaOf(lowestGroups, completionTokens) })
  }
  return votes
}

/** Of how a sample's confidence fell its lowest is all that a decision needs. */
function minimaOf(lowest: Readonly<Record<string, number>> | null, tokens: number | null): Pick<Vote, 'minima'> {
  if (lowest === null) return {}
  return { minima: Object.fromEntries(Object.entries(lowest).map(([window, low]) => [window, [[tokens ?? 0, low]]])) }
}
