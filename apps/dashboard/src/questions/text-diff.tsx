'use client'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { getSampleText } from '@cges-fleet/core/addresses'
import { useEffect, useMemo, useState } from 'react'
import { ask, type Asked } from '../api/ask'
import { askingSample } from './asking-sample'
import { type DiffPiece, diffTexts } from './diff-texts'
import type { SampleAddress } from './sample-address'
import { VisibleText } from './visible-text'

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
  const [texts, setTexts] = useState<Asked<readonly [Loaded, Loaded]> | null>(null)
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

async function loadBoth(at: SampleAddress, other: number): Promise<Asked<readonly [Loaded, Loaded]>> {
  const [first, second] = await Promise.all([load(at), load({ ...at, index: other })])
  if (!first.ok) return first
  if (!second.ok) return second
  return { ok: true, answer: [first.answer, second.answer] }
}

async function load(at: SampleAddress): Promise<Asked<Loaded>> {
  const { path, query } = askingSample(at)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const asked = await ask(getSampleText, { path, query: { ...query, part: 'text', from: '0' } }, { signal })
  return asked.ok ? { ok: true, answer: { text: asked.answer.text ?? '', whole: asked.answer.next === null } } : asked
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
        {same ? 'They are the same, character by character.' : null}
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
