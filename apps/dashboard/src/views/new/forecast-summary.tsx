'use client'

import type { AccountsView, Forecast, ForecastInterval } from '@cges-fleet/core'
import { counted, countedOf, inNumber } from '@cges-fleet/core/counted'
import { finishByWords } from '@cges-fleet/core/finish-by-words'
import { forecastRefusalWords, timeNeedsWords } from '@cges-fleet/core/forecast-words'
import { setAsideNoteWords, submissionNoteWords } from '@cges-fleet/core/note-words'
import { reservationWords } from '@cges-fleet/core/reservation-words'
import { untilForecastWords } from '@cges-fleet/core/until-words'
import { Cost, worstOf } from './forecast-cost'
import type { Foreseen } from './submitting'
import { formatCount } from '../../ui/format/numbers'
import { formatDuration, formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { ProvenanceScope } from '../../ui/provenance/provenance-scope'
import { CopyShown } from '../../ui/table/copy-table'
import type { OfferedPool } from './offer'

interface Props {
  readonly foreseen: Foreseen
  /** How many evaluations of a suite are like the one forecast; null if it is alone. */
  readonly ofSuite: number | null
  readonly limits: AccountsView['limits'] | null
  /** The pool that would draw it; undefined if there is no such pool. */
  readonly pool: OfferedPool | undefined
}

/** The cost and precision of the evaluation, as the API forecasts them from the form's current values. */
export function ForecastSummary({ foreseen: { forecast, faults, why, pending }, ofSuite, limits, pool }: Props) {
  const isOld = pending || faults.length > 0
  return (
    <section aria-label="Forecast" aria-busy={pending} className={forecast !== null && isOld ? 'old' : ''}>
      <div className="title-row">
        <h2>Forecast</h2>
        {pool === undefined ? null : <ProvenanceBadge {...pool} simulated={pool.provenance === 'simulated'} />}
      </div>
      {faults.length === 0 || pending ? null : (
        <p className="warn">
          {counted(faults.length, 'field')} {inNumber(faults.length, 'is', 'are')} not right yet: no forecast.
        </p>
      )}
      {ofSuite === null ? null : (
        <p className="muted" data-testid="of-suite">
          A suite of {counted(ofSuite, 'evaluation')}. These figures are for the first one.
        </p>
      )}
      {why === null ? null : <p className="bad">{why}</p>}
      {forecast === null ? (
        <p className="muted">{pending ? 'Estimating …' : ''}</p>
      ) : (
        <>
          <Needs forecast={forecast} hasPrice={pool?.hasPrice ?? false} />
          <ReservedForOthers forecast={forecast} />
          <ProvenanceScope of={pool === undefined ? [] : [{ ...pool, simulated: pool.provenance === 'simulated' }]}>
            <CopyShown title="What the evaluation will take" of="needs-table" />
          </ProvenanceScope>
          <UntilForecast forecast={forecast} />
          <Detectable forecast={forecast} />
          <Left forecast={forecast} limits={limits} />
          <Known forecast={forecast} />
          {forecast.refusal === null ? null : (
            <p className="bad">It cannot end: {forecastRefusalWords(forecast.refusal)}.</p>
          )}
        </>
      )}
    </section>
  )
}

/** What others have reserved within the time that it takes. */
function ReservedForOthers({ forecast: { reservations } }: { readonly forecast: Forecast }) {
  const zone = useZone()
  if (reservations.length === 0) return null
  return (
    <p className="warn" data-testid="reserved">
      {reservations.map((one) => reservationWords(one, (instant) => formatInstant(instant, zone))).join(' ')} The longer
      time leaves them out.
    </p>
  )
}

function UntilForecast({ forecast }: { readonly forecast: Forecast }) {
  const words = untilForecastWords(forecast)
  return words === null ? null : <p data-testid="until">{words}</p>
}

/** What will not run, and what to know of the samples before they are drawn. */
function Known({ forecast: { setAside, notes } }: { readonly forecast: Forecast }) {
  return (
    <>
      {setAside.map(({ key, label, note }) => (
        <p key={key} className="warn" data-testid="set-aside">
          {setAsideNoteWords(label, note)} The others run.
        </p>
      ))}
      {notes.map((note) => (
        <p key={note.kind} className="warn" data-testid="submission-note">
          {submissionNoteWords(note)}
        </p>
      ))}
    </>
  )
}

function Needs({ forecast, hasPrice }: { readonly forecast: Forecast; readonly hasPrice: boolean }) {
  const { trials, samples, tokens, worst, seconds, gpuSeconds } = forecast
  return (
    <>
      <table id="needs-table" className="needs">
        <thead>
          <tr>
            <td />
            <th scope="col">expected</th>
            <th scope="col">at worst</th>
          </tr>
        </thead>
        <tbody>
          <Row name="Calls" interval={samples} worst={formatCount(worst.samples)} />
          <Row name="Tokens" interval={tokens} worst={compact(worst.tokens)} write={compact} />
          <tr>
            <th scope="row">
              Time<span className="under">alone in the pool</span>
            </th>
            <td>{seconds === null ? <TimeUnknown of={forecast} /> : <Range of={seconds} write={formatDuration} />}</td>
            <td className="nowrap">{seconds === null ? '' : formatDuration(worstOf(seconds, forecast))}</td>
          </tr>
          <tr>
            <th scope="row">GPU time</th>
            <td>{gpuSeconds === null ? 'not known yet' : <Range of={gpuSeconds} write={formatDuration} />}</td>
            <td className="nowrap">{gpuSeconds === null ? '' : formatDuration(worstOf(gpuSeconds, forecast))}</td>
          </tr>
          <Cost of={forecast} hasPrice={hasPrice} />
        </tbody>
      </table>
      <WantedBy forecast={forecast} />
      <p className="about">
        {counted(trials, 'question')}, {inNumber(trials, 'its', 'their')} samples shared by{' '}
        {counted(forecast.methods.length, 'method')}. {basisWords(forecast)}
      </p>
    </>
  )
}

function TimeUnknown({ of }: { readonly of: Forecast }) {
  const noWorker = of.timeNeeds.includes('ready_worker')
  return <span title={timeNeedsWords(of) ?? ''}>{noWorker ? 'no ready worker' : 'not known yet'}</span>
}

function WantedBy({ forecast: { finishBy, seconds } }: { readonly forecast: Forecast }) {
  if (finishBy === null) return null
  return (
    <p className="about" data-testid="finish-by">
      It is {finishByWords(finishBy, seconds, formatDuration)}.
    </p>
  )
}

/** On what the expectation rests: what was seen, what the rules allow, or some of both. */
function basisWords({ methods, samples, tokens }: Forecast): string {
  if (samples.basis === 'bound' && tokens.basis === 'bound') {
    return 'Expected: what the methods’ rules allow. Your team finished no evaluation of this benchmark here.'
  }
  const unseen = methods.filter(({ calls }) => calls.basis === 'bound' && calls.low < calls.high).length
  const which = unseen === methods.length ? 'The methods' : countedOf(unseen, methods.length, 'method')
  const rest = ` ${which} ${unseen === 1 ? 'has not run in them, so its calls are what its rule allows' : 'have not run in them, so their calls are what their rules allow'}.`
  return `Expected: in 95 of 100 cases, by your team’s past evaluations of this benchmark here.${unseen === 0 ? '' : rest}`
}

interface RowProps {
  readonly name: string
  readonly interval: ForecastInterval
  readonly worst: string
  readonly write?: (value: number) => string
}

function Row({ name, interval, worst, write = formatCount }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Range of={interval} write={write} />
      </td>
      <td>{worst}</td>
    </tr>
  )
}

function Detectable({ forecast: { detectable } }: { readonly forecast: Forecast }) {
  return (
    <>
      <h3>Smallest difference it can detect between two methods</h3>
      <ul className="detectable">
        {detectable.map(({ disagreement, difference }) => (
          <li key={disagreement}>
            If they disagree on {Math.round(100 * disagreement)}% of the questions:{' '}
            {difference === null ? 'none, it has too few' : `${(100 * difference).toFixed(1)} points or more`}
          </li>
        ))}
      </ul>
      <p className="about">Found in four of five such evaluations; smaller differences will mostly look like ties.</p>
    </>
  )
}

function Left({
  forecast: { allowance, worst },
  limits,
}: {
  readonly forecast: Forecast
  readonly limits: Props['limits']
}) {
  const { callsPerEvaluation, tokensLeftToday } = allowance
  const gpu = limits?.gpuSecondsThisMonth
  const lines = [
    ...(callsPerEvaluation === null ? [] : [`${counted(callsPerEvaluation, 'call')} in one evaluation`]),
    ...(tokensLeftToday === null ? [] : [`${compact(tokensLeftToday)} tokens today`]),
    ...(gpu === undefined || gpu.limit === null
      ? []
      : [`${formatDuration(Math.max(0, gpu.limit - gpu.used))} of GPU time this month`]),
  ]
  const share = tokensLeftToday === null || tokensLeftToday === 0 ? 0 : worst.tokens / tokensLeftToday
  return (
    <>
      <h3>What your team has left</h3>
      <p>{lines.length === 0 ? 'Your team has no limits.' : lines.join(', ')}</p>
      {share > 0.2 ? (
        <p className="warn">At worst this takes {Math.round(100 * share)}% of the tokens left today.</p>
      ) : null}
    </>
  )
}

interface RangeProps {
  readonly of: ForecastInterval
  readonly write: (value: number) => string
}

/** The least and the most; a line may end between them, not inside either. */
function Range({ of: { low, high }, write }: RangeProps) {
  const from = write(Math.floor(low))
  const to = write(Math.ceil(high))
  if (from === to) return from
  return (
    <>
      <span className="nowrap">{from} –</span> <span className="nowrap">{to}</span>
    </>
  )
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

function compact(value: number): string {
  return short.format(value)
}
