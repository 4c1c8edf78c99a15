import type { EvaluationView, QuestionView } from '@cges-fleet/core'
import { counted, inNumber } from '@cges-fleet/core/counted'
import { evaluationReasonWords } from '@cges-fleet/core/reason-words'
import Link from 'next/link'
import { poolAddress } from '../../addresses/pools'

interface NothingReadProps {
  readonly evaluation: Pick<EvaluationView, 'status' | 'reason' | 'pool' | 'samples'>
  readonly view: QuestionView
}

/** Why there is nothing of a question to show yet, or any more. */
export function NothingRead({ evaluation: { status, reason, pool, samples }, view }: NothingReadProps) {
  const being = view.samples.filter(({ state }) => state === 'leased').length
  const waiting = view.samples.filter(({ state }) => state === 'pending').length
  const failed = view.samples.find(({ error }) => error !== null)
  return (
    <section className="panel notice" data-testid="nothing-read">
      <h2>No samples yet</h2>
      {failed === undefined ? null : <p>Its first sample could not be drawn: {failed.error}</p>}
      {failed === undefined && status === 'running' ? (
        <p>
          {being + waiting === 0
            ? `This question has not started${samples.waiting === 0 ? '' : `: ${counted(samples.waiting, 'sample')} of this evaluation ${inNumber(samples.waiting, 'is', 'are')} ahead of it`}.`
            : `Of its samples ${being} ${inNumber(being, 'is', 'are')} being drawn and ${waiting} ${inNumber(waiting, 'waits', 'wait')} for a worker of pool ${pool.name}.`}{' '}
          The page shows them as they come. <Link href={poolAddress(pool.name, '1h')}>Why is it waiting?</Link>
        </p>
      ) : null}
      {failed === undefined && status === 'paused' ? (
        <p>The evaluation is paused: nothing is drawn until it is resumed.</p>
      ) : null}
      {failed === undefined && status !== 'running' && status !== 'paused' ? (
        <p>
          The evaluation ended before this question was drawn ({status.replace('_', '-')}).
          {reason === null ? '' : ` ${evaluationReasonWords(reason)}`}
        </p>
      ) : null}
    </section>
  )
}
