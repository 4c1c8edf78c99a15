import type { PoolHistory } from '@cges-fleet/core'
import { preflightNoteWords, preflightWords } from '@cges-fleet/core/preflight-words'
import { isSilent, SILENT_AFTER_MS } from '@cges-fleet/core/worker-crew'
import { formatRate } from '../../ui/format/numbers'
import { workerName } from './history'
import { ScrollRegion } from '../../ui/table/scroll-region'

interface Props {
  readonly crew: PoolHistory['crew']
}

const COLUMNS = ['Worker', 'State', 'In flight', 'Tokens/s', 'Heartbeat', 'Engine', 'Model server']

/** The workers of a pool: which is sick, and what each does. */
export function CrewTable({ crew }: Props) {
  return (
    <ScrollRegion label="Table of workers" className="wide">
      <table id="crew-table" className="cards" data-testid="crew" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <th key={column} scope="col" role="columnheader" className={/flight|Tokens/.test(column) ? 'number' : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {crew.map((worker) => (
            <CrewRow key={worker.id} worker={worker} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function CrewRow({ worker }: { readonly worker: PoolHistory['crew'][number] }) {
  const { id, ready, reason, slots, heartbeatAgeMs, inFlight, tokensPerSecond, engine, preflight } = worker
  const heartbeat = heartbeatWords(heartbeatAgeMs)
  const silent = isSilent(worker)
  const state = ready ? (reason ?? 'ready') : reason === null ? 'not ready' : `not ready: ${reason}`
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        <code title={id}>{workerName(id)}</code>
      </th>
      <td role="cell" data-label="State" className={ready && !silent ? 'state-cell' : 'state-cell warn'}>
        {silent ? `silent; ${state} at the last heartbeat` : state}
      </td>
      <td role="cell" data-label="In flight" className="number">
        {inFlight === null ? '—' : `${inFlight} of ${slots}`}
      </td>
      <td role="cell" data-label="Tokens/s" className="number">
        {tokensPerSecond === null ? '—' : formatRate(tokensPerSecond)}
      </td>
      <td role="cell" data-label="Heartbeat" className={heartbeat.tone} data-testid="heartbeat">
        {heartbeat.text}
      </td>
      <td role="cell" data-label="Engine">
        {engine ?? '—'}
      </td>
      <td role="cell" data-label="Model server" className="found-cell" data-testid="preflight">
        {preflight === null ? '—' : <Found preflight={preflight} />}
      </td>
    </tr>
  )
}

/** What the worker found out about its model server, and what somebody may have to act on. */
function Found({ preflight }: { readonly preflight: NonNullable<PoolHistory['crew'][number]['preflight']> }) {
  return (
    <>
      {preflightWords(preflight)}
      {preflight.notes.map((note) => (
        <span key={`${note.kind} ${note.why}`} className="under warn">
          {preflightNoteWords(note)}
        </span>
      ))}
    </>
  )
}

/** How late a worker's heartbeat is, in a word and a tone: every five seconds one is due. */
export function heartbeatWords(ageMs: number): { readonly tone: '' | 'warn' | 'bad'; readonly text: string } {
  const seconds = Math.round(ageMs / 1000)
  if (ageMs > 30_000) return { tone: 'bad', text: `no heartbeat for ${seconds} s: not counted` }
  if (ageMs > SILENT_AFTER_MS) return { tone: 'warn', text: `late: ${seconds} s ago` }
  return { tone: '', text: `${seconds} s ago` }
}
