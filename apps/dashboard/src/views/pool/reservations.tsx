'use client'

import type { PoolShares, Reservation } from '@cges-fleet/core'
import { cancelReservation, reserveSlots } from '@cges-fleet/core/addresses'
import { reservationWords } from '@cges-fleet/core/reservation-words'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { useNow } from '../../live/clock'
import { formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { SubmitButton } from '../../ui/shell/submit-button'
import { CardHeads } from '../../ui/table/column-heads'
import { ScrollRegion } from '../../ui/table/scroll-region'

interface Props {
  readonly shares: Pick<PoolShares, 'pool' | 'slots' | 'reservations'>
  /** Whether the reader may make and cancel them. */
  readonly operates: boolean
  /** Reads the pool again. */
  readonly onDone: () => Promise<void>
}

interface Notice {
  readonly bad: boolean
  readonly text: string
}

/** What of a pool is reserved, now and later; those who run pools reserve and cancel here. */
export function Reservations({ shares: { pool, slots, reservations }, operates, onDone }: Props) {
  const [notice, setNotice] = useState<Notice | null>(null)
  if (reservations.length === 0 && !operates) return null
  const done = async (next: Notice) => {
    setNotice(next)
    if (!next.bad) await onDone()
  }
  return (
    <section className="panel stack" aria-labelledby="reservations-title" data-testid="reservations">
      <h2 id="reservations-title">Reservations</h2>
      {reservations.length === 0 ? (
        <p className="muted">No slots are reserved.</p>
      ) : (
        <>
          <ReservationTable reservations={reservations} onDone={operates ? done : null} />
          <p className="muted">A team gets its reserved slots while it has work. Others use what it leaves.</p>
        </>
      )}
      {operates ? <ReserveForm pool={pool} slots={slots} onDone={done} /> : null}
      {notice === null ? null : (
        <p role={notice.bad ? 'alert' : 'status'} className={notice.bad ? 'bad' : 'muted'}>
          {notice.text}
        </p>
      )}
    </section>
  )
}

type Done = (notice: Notice) => Promise<void>

interface TableProps extends Pick<PoolShares, 'reservations'> {
  /** Null for readers who may not cancel. */
  readonly onDone: Done | null
}

const COLUMNS = ['Team', 'Slots', 'From', 'Until']

function ReservationTable({ reservations, onDone }: TableProps) {
  const now = useNow(10_000)
  return (
    <ScrollRegion label="Table of reservations" className="wide">
      <table className="cards" role="table">
        <CardHeads columns={onDone === null ? COLUMNS : [...COLUMNS, 'Actions']} />
        <tbody role="rowgroup">
          {reservations.map((one) => (
            <Row
              key={one.id}
              reservation={one}
              isRunning={now !== null && Date.parse(one.from) <= now}
              onDone={onDone}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface RowProps extends Pick<TableProps, 'onDone'> {
  readonly reservation: Reservation
  readonly isRunning: boolean
}

function Row({ reservation, isRunning, onDone }: RowProps) {
  const zone = useZone()
  const { pool, id, team, own, slots, from, until } = reservation
  const cancel = async () => {
    const reply = await ask(cancelReservation, { path: { pool, reservation: id } })
    await onDone?.(reply.ok ? { bad: false, text: 'Cancelled.' } : { bad: true, text: reply.why })
  }
  const words = reservationWords(reservation, (instant) => formatInstant(instant, zone))
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {own ? 'your team' : (team ?? 'another team')}
        {isRunning ? <span className="muted"> now</span> : null}
      </th>
      <td role="cell" data-label="Slots">
        {slots}
      </td>
      <td role="cell" data-label="From">
        {formatInstant(from, zone)}
      </td>
      <td role="cell" data-label="Until">
        {formatInstant(until, zone)}
      </td>
      {onDone === null ? null : (
        <td role="cell">
          <button type="button" aria-label={`Cancel: ${words}`} onClick={() => void cancel()}>
            Cancel
          </button>
        </td>
      )}
    </tr>
  )
}

interface FormProps extends Pick<PoolShares, 'pool' | 'slots'> {
  readonly onDone: Done
}

function ReserveForm({ pool, slots, onDone }: FormProps) {
  const reserve = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const body = reservationIn(new FormData(form))
    if (body === null) return onDone({ bad: true, text: 'Give the time at which it ends.' })
    const reply = await ask(reserveSlots, { path: { pool }, body })
    if (reply.ok) form.reset()
    await onDone(reply.ok ? { bad: false, text: 'Reserved.' } : { bad: true, text: reply.why })
  }
  return (
    <details className="price-form">
      <summary>Reserve slots</summary>
      <form
        className="team"
        method="post"
        aria-label={`Reserve slots of ${pool}`}
        onSubmit={(event) => void reserve(event)}
      >
        <ReserveFields slots={slots} />
        <SubmitButton>Reserve</SubmitButton>
      </form>
      <p className="muted">Times are in the time zone of this computer.</p>
    </details>
  )
}

function ReserveFields({ slots }: Pick<PoolShares, 'slots'>) {
  return (
    <>
      <label>
        Team
        <input name="team" required autoComplete="off" />
      </label>
      <label>
        Slots
        <input name="slots" type="number" min="1" step="1" required placeholder={slots === 0 ? '' : `of ${slots}`} />
      </label>
      <label>
        From; empty for now
        <input name="from" type="datetime-local" />
      </label>
      <label>
        Until
        <input name="until" type="datetime-local" required />
      </label>
    </>
  )
}

function reservationIn(form: FormData) {
  const until = instantIn(form, 'until')
  if (until === undefined) return null
  const team = form.get('team')
  return {
    team: typeof team === 'string' ? team.trim() : '',
    slots: Number(form.get('slots')),
    from: instantIn(form, 'from'),
    until,
  }
}

function instantIn(form: FormData, field: 'from' | 'until'): string | undefined {
  const text = form.get(field)
  const at = typeof text === 'string' ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
