'use client'

import type { CurvePoint, EvaluationView, MethodCurve, MethodFlips } from '@cges-fleet/core'
import { extendEvaluation, getFlips } from '@cges-fleet/core/addresses'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { noFlipsWords } from '@cges-fleet/core/statistics-words'
import Link from 'next/link'
import { useContext, useEffect, useState } from 'react'
import { questionAddress } from '../../addresses/questions'
import { ByShareLink } from '../../addresses/team-link'
import { ask, type Reply } from '../../api/browser'
import { parameterText } from '../../ui/charts/parameter-text'
import { formatCalls, formatShare } from '../../ui/format/numbers'
import { Marker } from '../../ui/methods/marker'
import type { NamedReport } from '../../ui/methods/names'
import { Slider } from '../../ui/shell/slider'

interface Props {
  readonly id: string
  readonly report: NamedReport
  readonly curve: MethodCurve
  /** The value tried; null for the method's own. */
  readonly at: number | null
  readonly onChange: (at: number | null) => void
  readonly methods: EvaluationView['methods']
  readonly mayWrite: boolean
  readonly onChanged: () => Promise<void>
}

/** Slides a method's setting for the whole evaluation, on the stored samples: no call is made. */
export function SettingSlider({ id, report, curve, at, onChange, methods, mayWrite, onChanged }: Props) {
  const [touched, setTouched] = useState(false)
  const byShareLink = useContext(ByShareLink)
  const flips = useFlips(id, touched && !byShareLink ? curve.key : null)
  const { points, own, varies } = curve
  const shown = at ?? own
  const place = points.findIndex((point) => point.at === shown)
  const tried = at === null || at === own ? null : points[place]
  const move = (next: number) => onChange(points[next]?.at === own ? null : (points[next]?.at ?? null))
  const start = () => setTouched(true)
  return (
    <div className="setting" data-testid="setting" onPointerEnter={start} onFocus={start}>
      <div className="setting-row">
        <label>
          <span className="nowrap">
            <Marker identity={report.identity} /> <span className="sr-only">{report.name}: </span>
            <output>{parameterText(varies, shown)}</output>
          </span>
          <Slider min={0} max={points.length - 1} value={place} words={parameterText(varies, shown)} onSlide={move} />
        </label>
        <button type="button" className="small" disabled={tried === null} onClick={() => onChange(null)}>
          Back to {parameterText(varies, own)}
        </button>
        {mayWrite ? <AddMethod {...{ id, curve, methods, onChanged }} at={tried === null ? null : shown} /> : null}
      </div>
      <Outcome id={id} flips={flips} tried={tried ?? null} />
    </div>
  )
}

interface OutcomeProps extends Omit<FlipsProps, 'at'> {
  readonly tried: CurvePoint | null
}

/** What the value tried would have given. */
function Outcome({ id, flips, tried }: OutcomeProps) {
  const byShareLink = useContext(ByShareLink)
  return (
    <p className="setting-words">
      {tried === null ? (
        <span className="muted">Slide to try other values on the stored samples. No calls are made.</span>
      ) : (
        <>
          {formatShare(tried.accuracy)} at {formatCalls(tried.calls)} calls.{' '}
          {byShareLink ? null : <Flips id={id} flips={flips} at={tried.at} />}
        </>
      )}
    </p>
  )
}

/** Questions named in the room there is. */
const FEW = 4

interface FlipsProps {
  readonly id: string
  readonly flips: Reply<MethodFlips> | null
  readonly at: number
}

/** Which questions the value tried would turn right or wrong. */
function Flips({ id, flips, at }: FlipsProps) {
  if (flips === null) return <span className="muted">Finding the questions that flip …</span>
  if (!flips.ok) return <span className="warn">{flips.why}</span>
  const point = flips.answer.points.find((each) => each.at === at)
  if (point === undefined) {
    const { none } = flips.answer
    return <span className="muted">{none === null ? '' : noFlipsWords(none)}</span>
  }
  const { gained, spoilt } = point
  const all = gained.count + spoilt.count
  if (all === 0) return <span data-flips="0">No question flips.</span>
  const link = (position: number) => (
    <Link key={position} href={questionAddress(id, { position, replicate: 0 }, {})} prefetch={false}>
      #{position}
    </Link>
  )
  return (
    <span data-flips={all}>
      {counted(all, 'question')} {inNumber(all, 'flips', 'flip')}: {gained.count}{' '}
      {inNumber(gained.count, 'becomes', 'become')} right {gained.positions.slice(0, FEW).map(link)}
      {gained.count > FEW ? ' …' : ''}, {spoilt.count} wrong {spoilt.positions.slice(0, FEW).map(link)}
      {spoilt.count > FEW ? ' …' : ''}
    </span>
  )
}

interface AddProps extends Pick<Props, 'id' | 'curve' | 'methods' | 'onChanged'> {
  readonly at: number | null
}

/** Adds the value tried to the evaluation as a method of its own: its samples are there, so it costs no calls. */
function AddMethod({ id, curve, at, methods, onChanged }: AddProps) {
  const [said, setSaid] = useState('')
  const add = async () => {
    const report = methods.find(({ key }) => key === curve.key)
    if (report === undefined || at === null) return
    const { keyAt } = await import('./key-at')
    const reply = await ask(extendEvaluation, {
      path: { id },
      body: { methods: [keyAt(report.spec, curve.varies, at)] },
    })
    setSaid(reply.ok ? 'Added: its row follows.' : reply.why)
    if (reply.ok) await onChanged()
  }
  return (
    <>
      <button type="button" className="small" disabled={at === null} onClick={() => void add()}>
        Add as a method (0 calls)
      </button>
      <span role="status" className="muted">
        {said}
      </span>
    </>
  )
}

/** Reads which questions a method's other settings flip, once it is asked for; null until then. */
function useFlips(id: string, key: string | null): Reply<MethodFlips> | null {
  const [read, setRead] = useState<{ readonly key: string; readonly reply: Reply<MethodFlips> } | null>(null)
  useEffect(() => {
    if (key === null) return undefined
    const leaving = new AbortController()
    void ask(getFlips, { path: { id, method: key } }, { signal: leaving.signal }).then((reply) => {
      if (!leaving.signal.aborted) setRead({ key, reply })
    })
    return () => leaving.abort()
  }, [id, key])
  return read?.key === key ? read.reply : null
}
