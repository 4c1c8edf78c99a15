'use client'

import { getSampleText } from '@cges-fleet/core/addresses'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff'
import { useEffect, useMemo, useState } from 'react'
import type { SampleAddress } from '../../addresses/questions'
import { ask, type Reply } from '../../api/browser'
import { VisibleText } from './answers'
import { askingSample } from './sample-route'

interface Props {
  readonly at: SampleAddress
  /** The sample to compare it with, by its index. */
  readonly other: number
}

interface Loaded {
  readonly text: string
  readonly whole: boolean
}

const PATIENCE_MS = 10_000
/** Common text is shown this far around each difference. */
const AROUND = 160

/** The differences between the texts of two samples, word by word. */
export function TextDiff({ at, other }: Props) {
  const [texts, setTexts] = useState<Reply<readonly [Loaded, Loaded]> | null>(null)
  useEffect(() => {
    let shown = true
    setTexts(null)
    void loadBoth(at, other).then((loaded) => (shown ? setTexts(loaded) : undefined))
    return () => {
      shown = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address is an object made anew at every drawing
  }, [at.id, at.position, at.replicate, at.index, at.examples, other])
  if (texts === null) return <p className="muted">Loading both texts …</p>
  if (!texts.ok)
    return (
      <p className="note-warning" role="alert">
        {texts.why}
      </p>
    )
  return <Difference texts={texts.answer} names={[`sample ${at.index + 1}`, `sample ${other + 1}`]} />
}

async function loadBoth(at: SampleAddress, other: number): Promise<Reply<readonly [Loaded, Loaded]>> {
  const [first, second] = await Promise.all([load(at), load({ ...at, index: other })])
  if (!first.ok) return first
  if (!second.ok) return second
  return { ok: true, answer: [first.answer, second.answer] }
}

async function load(at: SampleAddress): Promise<Reply<Loaded>> {
  const { path, query } = askingSample(at)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const reply = await ask(getSampleText, { path, query: { ...query, part: 'text', from: '0' } }, { signal })
  return reply.ok ? { ok: true, answer: { text: reply.answer.text ?? '', whole: reply.answer.next === null } } : reply
}

interface DifferenceProps {
  readonly texts: readonly [Loaded, Loaded]
  readonly names: readonly [string, string]
}

function Difference({ texts: [first, second], names }: DifferenceProps) {
  const difference = useMemo(() => diffTexts(first.text, second.text), [first.text, second.text])
  if (difference === null) return <p className="muted">They differ too much to be compared, even line by line.</p>
  const { by, pieces } = difference
  const same = pieces.every(({ of }) => of === 'both')
  return (
    <>
      <p className="muted">
        {same ? 'The two texts are identical.' : null}
        {same ? null : (
          <>
            <del>Only in {names[0]}</del> · <ins>only in {names[1]}</ins>
            {by === 'lines' ? ' · compared line by line: they share few words' : ''}
          </>
        )}
        {first.whole && second.whole ? '' : ' · of the first 16,000 characters of each'}
      </p>
      {same ? null : (
        <pre className="raw diff" tabIndex={0} data-testid="text-diff">
          {pieces.map((piece, at) => (
            <Piece key={at} of={piece} isFirst={at === 0} isLast={at === pieces.length - 1} />
          ))}
        </pre>
      )}
    </>
  )
}

interface PieceProps {
  readonly of: DiffPiece
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Piece({ of: { text, of }, isFirst, isLast }: PieceProps) {
  if (of === 'first')
    return (
      <del>
        <VisibleText text={text} />
      </del>
    )
  if (of === 'second')
    return (
      <ins>
        <VisibleText text={text} />
      </ins>
    )
  const [before, after] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND]
  const left = text.length - before - after
  if (left < AROUND) return <VisibleText text={text} />
  return (
    <>
      <VisibleText text={text.slice(0, before)} />
      <span className="alike">{` … ${counted(left, 'character')} ${inNumber(left, 'is', 'are')} the same … `}</span>
      <VisibleText text={after === 0 ? '' : text.slice(-after)} />
    </>
  )
}

/** A stretch of text that both have, or one of them alone. */
export interface DiffPiece {
  readonly text: string
  readonly of: 'both' | 'first' | 'second'
}

/** How two texts differ, by what was compared. */
export interface TextDifference {
  readonly by: 'words' | 'lines'
  readonly pieces: readonly DiffPiece[]
}

/** The most characters compared of each text. */
const LONGEST = 16_000
/** How many changes word by word are sought; past them the texts are different ones, and lines tell more. */
const MOST_CHANGES = 800
const MOST_CHANGED_LINES = 3_000

/**
 * Finds the common and the differing parts of two texts, word by word, or line by line if they share too little; null
 * if even that takes too many steps. Only the first 16,000 characters of each are compared. The common parts and those
 * of the first text make up the first, in order, and likewise the second. Source: Myers, An O(ND) difference algorithm
 * and its variations (1986).
 */
export function diffTexts(first: string, second: string): TextDifference | null {
  const [one, two] = [first.slice(0, LONGEST), second.slice(0, LONGEST)]
  const words = diffWordsWithSpace(one, two, { maxEditLength: MOST_CHANGES })
  if (words !== undefined) return { by: 'words', pieces: words.map(pieceOf) }
  const lines = diffLines(one, two, { maxEditLength: MOST_CHANGED_LINES })
  return lines === undefined ? null : { by: 'lines', pieces: lines.map(pieceOf) }
}

function pieceOf({ value, added, removed }: ChangeObject<string>): DiffPiece {
  return { text: value, of: added ? 'second' : removed ? 'first' : 'both' }
}
