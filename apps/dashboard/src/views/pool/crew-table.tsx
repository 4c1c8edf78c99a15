import type { PoolHistory } from '@cges-fleet/core'
import { preflightNoteWords, preflightWords } from '@cges-fleet/core/preflight-words'
import { formatRate } from '../../ui/format/numbers'
import { workerName } from './history'

interface Props {
  readonly crew: PoolHistory['crew']
  readonly model: string
}

const COLUMNS = ['Worker', 'Model', 'State', 'In flight', 'Tokens/s', 'Heartbeat', 'Engine', 'Model server']

/** The workers of a pool: which is sick, and what each does. */
export function CrewTable({ crew, model }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className="wide" tabIndex={0} role="region" aria-label="Workers">
      <table id="crew-table" data-testid="crew">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={/flight|Tokens/.test(column) ? 'number' : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {crew.map((worker) => (
            <CrewRow key={worker.id} worker={worker} model={model} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function CrewRow({ worker, model }: { readonly worker: PoolHistory['crew'][number]; readonly model: string }) {
  const { id, ready, reason, slots, heartbeatAgeMs, inFlight, tokensPerSecond, engine, preflight } = worker
  const heartbeat = heartbeatWords(heartbeatAgeMs)
  const state = ready ? (reason ?? 'ready') : `not ready: ${reason ?? 'it does not say why'}`
  return (
    <tr>
      <th scope="row">
        <code title={id}>{workerName(id)}</code>
      </th>
      <td className="model-cell">{model}</td>
      <td className={ready ? '' : 'warn'}>{heartbeat.tone === 'bad' ? `${state} at the last heartbeat` : state}</td>
      <td className="number">{inFlight === null ? '—' : `${inFlight} of ${slots}`}</td>
      <td className="number">{tokensPerSecond === null ? '—' : formatRate(tokensPerSecond)}</td>
      <td className={heartbeat.tone} data-testid="heartbeat">
        {heartbeat.text}
      </td>
      <td>{engine ?? '—'}</td>
      <td className="found-cell" data-testid="preflight">
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
  if (ageMs > 10_000) return { tone: 'warn', text: `late: ${seconds} s ago` }
  return { tone: '', text: `${seconds} s ago` }
}
