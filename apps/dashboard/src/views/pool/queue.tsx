'use client'

import type { PoolQueue, QueuedEvaluation, Waits } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { VISIBILITY_WORDS } from '@cges-fleet/core/queue-words'
import { waitWords } from '@cges-fleet/core/wait-words'
import Link from 'next/link'
import { formatCount } from '../../ui/format/numbers'
import { formatDuration, formatInstant } from '../../ui/format/times'
import { useZone } from '../../ui/preferences/zone-scope'
import { CopiedHeading } from '../../ui/table/copied-heading'
import { ScrollRegion } from '../../ui/table/scroll-region'
import { VisibilityForm } from './visibility-form'

interface Props {
  readonly queue: PoolQueue
  /** Why the team's work waits, which is said of all above. */
  readonly said: Waits['kind']
  /** Whether the reader may change what others see. */
  readonly operates: boolean
  /** Reads the pool again. */
  readonly onDone: () => Promise<void>
}

/** The evaluations that run in a pool: the reader's team's, and then others' if the pool shows them. */
export function Queue({ queue, said, operates, onDone }: Props) {
  const { pool, evaluations, total, visibility } = queue
  const isEmpty = evaluations.length === 0
  return (
    <section className="panel stack" aria-labelledby="queue-title" data-testid="queue">
      <CopiedHeading id="queue-title" title={`Evaluations in pool ${pool}`} of={isEmpty ? null : 'queue-table'}>
        Evaluations
      </CopiedHeading>
      {isEmpty ? <p>{EMPTY[visibility]}</p> : <QueueTable evaluations={evaluations} said={said} />}
      {total > evaluations.length ? <p>And {counted(total - evaluations.length, 'more evaluation')}.</p> : null}
      <p className="muted" data-testid="visibility">
        {VISIBILITY_WORDS[visibility]}
      </p>
      {operates ? <VisibilityForm key={visibility} pool={pool} visibility={visibility} onDone={onDone} /> : null}
    </section>
  )
}

const OF_YOURS = 'No evaluation of your team runs here.'
const EMPTY = { counts: OF_YOURS, teams: OF_YOURS, names: 'No evaluation runs here.' } as const

const COLUMNS = ['Evaluation', 'Team', 'Owner', 'In flight', 'Waiting', 'Next sample']

function QueueTable({ evaluations, said }: Pick<PoolQueue, 'evaluations'> & Pick<Props, 'said'>) {
  return (
    <ScrollRegion label="Table of evaluations" className="wide queue-table">
      <table id="queue-table" className="cards" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                role="columnheader"
                className={/flight|Waiting|Next/.test(column) ? 'number' : ''}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {evaluations.map((one, at) => (
            <Row key={one.id ?? `${at} of others`} evaluation={one} said={said} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Row({ evaluation, said }: { readonly evaluation: QueuedEvaluation } & Pick<Props, 'said'>) {
  const { id, name, team, own, owner, active, waiting, waits } = evaluation
  const zone = useZone()
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className="found-cell">
        {id === null ? (
          name
        ) : (
          <Link href={`/evaluations/${id}`} prefetch={false}>
            {name}
          </Link>
        )}
        {waits === null || waits.kind === said ? null : (
          <span className="under">{waitWords(waits, (instant) => formatInstant(instant, zone))}</span>
        )}
      </th>
      <td role="cell" data-label="Team">
        {team}
        {own ? <span className="muted"> yours</span> : null}
      </td>
      <td role="cell" data-label="Owner">
        {owner ?? '—'}
      </td>
      <td role="cell" data-label="In flight" className="number">
        {formatCount(active)}
      </td>
      <td role="cell" data-label="Waiting" className="number">
        {formatCount(waiting)}
      </td>
      <td role="cell" data-label="Next sample" className="number">
        {nextWords(evaluation)}
      </td>
    </tr>
  )
}

/** Says about when an evaluation's next sample starts. */
export function nextWords({ startsInSeconds }: Pick<QueuedEvaluation, 'startsInSeconds'>): string {
  if (startsInSeconds === null) return '—'
  return startsInSeconds < 1 ? 'now' : `in about ${formatDuration(startsInSeconds)}`
}
