import type { QuestionRow, QuestionView } from '@cges-fleet/core'
import Link from 'next/link'
import { Fragment } from 'react'
import { mirrored, questionAddress, type Selection } from '../../addresses/questions'
import { formatShare } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import type { NamedReport } from '../../ui/methods/names'

/** An answer by its comparison key, in three lines at most; its title shows the whole key. */
export function AnswerKey({ text }: { readonly text: string | null | undefined }) {
  return (
    <span className="answer-key" title={text ?? undefined}>
      {text == null ? <em>no answer</em> : <VisibleText text={text} />}
    </span>
  )
}

/** Characters of an answer that a sentence or an axis has room for. */
const ROOM = 40

/** Names an answer by its place among a question's answers, short enough for a sentence. */
export function answerName({ answers }: Pick<QuestionView, 'answers'>, place: number | null): string {
  const key = place === null ? undefined : answers[place]?.key
  if (key === undefined) return 'no answer'
  const shown = key.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\u{FFFD}')
  return shown.length > ROOM ? `${shown.slice(0, ROOM)}…` : shown
}

/** Whether an answer is right, in a sign and in words. */
export function VerdictMark({ correct }: { readonly correct: boolean | null }) {
  if (correct === null) return <span className="muted">not graded</span>
  const [tone, sign, word] = correct ? ['verdict-right', '✓', 'right'] : ['verdict-wrong', '✗', 'wrong']
  return (
    <span className={tone}>
      {sign}
      <span className="verdict-word"> {word}</span>
    </span>
  )
}

const LEAST_SHOWN = 0.001

/** The posterior mass a method left to unseen answers, if it has such a posterior and it is worth a word. */
export function OtherScore({ of }: { readonly of: number | null }) {
  if (of === null || of < LEAST_SHOWN) return null
  return (
    <span className="muted" data-other title="probability that the right answer was not seen yet">
      {' '}
      unseen {formatShare(of)}
    </span>
  )
}

/**
 * Invisible characters that change how text reads: controls except line breaks and tabs, direction marks, zero-width
 * spaces.
 */
const UNSEEN = /([^\P{Cc}\n\t]|\p{Cf}|[\u2028\u2029])/u

/** Whether a text has invisible characters that change how it reads. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text)
}

/** Text as it was written, with every invisible character replaced by its code point. */
export function VisibleText({ text }: { readonly text: string }) {
  return text.split(UNSEEN).map((piece, at) =>
    // Pieces are texts and what was found between them in turn, known by their places.
    at % 2 === 0 ? (
      <Fragment key={at}>{piece}</Fragment>
    ) : (
      <span key={at} className="unseen" title="an invisible character">
        {codeOf(piece)}
      </span>
    ),
  )
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

interface Props {
  /** The same page with everything shown. */
  readonly address: string
}

/** Explains why questions and answers are not shown, and how to see them. */
export function WithheldNote({ address }: Props) {
  return (
    <p className="note-warning" data-testid="withheld">
      This benchmark is gated: its texts stay hidden until you ask, and answers are numbered.{' '}
      <a href={address}>Show them</a>
    </p>
  )
}

/** The evaluation that another is compared with. */
export interface HeldTo {
  readonly name: string
  readonly methods: readonly NamedReport[]
}

interface VersusGivenProps {
  readonly id: string
  readonly row: QuestionRow
  readonly selection: Selection
  readonly of: HeldTo
}

/** The compared method's answer in the other evaluation, with a link to the same question there. */
export function VersusGiven({ id, row, selection, of: { name, methods } }: VersusGivenProps) {
  const { versus: verdict } = row
  const report = methods.find(({ key }) => key === verdict?.method)
  return (
    <p className="versus" data-versus={selection.versus}>
      <Link href={questionAddress(selection.versus ?? id, row, mirrored(id, selection))} prefetch={false}>
        In {name}
      </Link>
      {': '}
      {verdict === null ? (
        <span className="muted">no verdict there</span>
      ) : (
        <>
          <AnswerKey text={verdict.answer} /> <VerdictMark correct={verdict.correct} />{' '}
          <span className="giver">
            {report === undefined ? null : <Marker identity={report.identity} />} {report?.name ?? verdict.method}{' '}
            <span className="muted">{verdict.calls}</span>
          </span>
        </>
      )}
    </p>
  )
}
