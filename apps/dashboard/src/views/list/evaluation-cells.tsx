import { moneyWords } from '@cges-fleet/core/money-words'
import type { BestMethod, EvaluationCost, EvaluationRow as Row } from '@cges-fleet/core'
import { counted, countedOf } from '@cges-fleet/core/counted'
import { failedOf } from '@cges-fleet/core/status-words'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { suiteAddress } from '../../addresses/comparisons'
import type { ColumnName } from '../../addresses/evaluations'
import { Missing, Progress, Status } from '../../ui/format/marks'
import { formatCalls, formatCount, formatGpuHours, formatShare } from '../../ui/format/numbers'
import { formatAge, formatInstant, formatLongestLeft, formatTimeLeft } from '../../ui/format/times'
import { methodName } from '../../ui/methods/names'
import { useZone } from '../../ui/preferences/zone-scope'

interface CellProps {
  readonly evaluation: Row
  readonly now: number
}

interface CellLook {
  /** The label beside the value when there are no column headings. */
  readonly label: string
  readonly className?: string
  readonly Content: (props: CellProps) => ReactNode
}

/** How each column but the name shows an evaluation. */
const CELLS: Readonly<Record<Exclude<ColumnName, 'name'>, CellLook>> = {
  status: { label: 'Status', Content: ({ evaluation }) => <Status of={evaluation} /> },
  benchmark: { label: 'Benchmark', Content: Subject },
  trials: { label: 'Questions finished', Content: Closed },
  left: { label: 'Time left', className: 'number', Content: Left },
  best: {
    label: 'Best method',
    Content: ({ evaluation }) => <BestName {...evaluation} why={whyNone(evaluation)} />,
  },
  accuracy: {
    label: 'Accuracy',
    className: 'number',
    Content: ({ evaluation }) => <BestAccuracy {...bestOf(evaluation)} status={evaluation.status} />,
  },
  calls: {
    label: 'Calls per question',
    className: 'number',
    Content: ({ evaluation }) => <BestCalls {...callsOf(evaluation)} />,
  },
  saved: {
    label: 'Calls saved',
    className: 'number',
    Content: ({ evaluation }) => <BestSaved {...callsOf(evaluation)} />,
  },
  tokens: {
    label: 'Tokens per question',
    className: 'number',
    Content: ({ evaluation }) => <BestTokens {...callsOf(evaluation)} />,
  },
  samples: { label: 'Samples drawn', className: 'number', Content: Samples },
  cost: { label: 'Cost', className: 'number', Content: ({ evaluation }) => <Cost of={evaluation.cost} /> },
  owner: {
    label: 'Owner',
    className: 'owner',
    Content: ({ evaluation }) => evaluation.owner ?? <Missing why="it was submitted without a key" />,
  },
  submitted: { label: 'Submitted', className: 'number', Content: Age },
}

/** One figure of an evaluation in the list. */
export function EvaluationCell({ of, ...props }: CellProps & { readonly of: keyof typeof CELLS }) {
  const { label, className = '', Content } = CELLS[of]
  return (
    <td role="cell" data-label={label} data-cell={of} className={className}>
      <Content {...props} />
    </td>
  )
}

/** The benchmark, the model, and the suite it is reported in. */
function Subject({ evaluation: { benchmark, pool, suite } }: CellProps) {
  return (
    <span className="subject" title={`${benchmark.title} · ${pool.model}`}>
      <span>{benchmark.title}</span>{' '}
      <span className="under">
        {pool.model}
        {suite === null ? null : (
          <>
            {' · '}
            <Link href={suiteAddress({ suite })} prefetch={false}>
              {suite}
            </Link>
          </>
        )}
      </span>
    </span>
  )
}

function Closed({ evaluation: { trials } }: CellProps) {
  return (
    <>
      <Progress trials={trials} />
      {trials.blocked === 0 ? null : <span className="warn">{formatCount(trials.blocked)} failed</span>}
    </>
  )
}

/** An evaluation that is not running, or is imported from a log, has no time left to show. */
function Left({ evaluation: { status, source, eta } }: CellProps) {
  if (status !== 'running' || source !== null) return <span className="inapplicable">n/a</span>
  if (eta === null) return <Missing why="shown once 5% of the questions are finished, while samples arrive" />
  return <span title={formatLongestLeft(eta)}>{formatTimeLeft(eta)}</span>
}

function Samples({ evaluation: { samplesDrawn, calls } }: CellProps) {
  return (
    <>
      {formatCount(samplesDrawn)}
      <span className="under">
        {calls.cap === null ? `at most ${formatCount(calls.most)}` : countedOf(calls.spent, calls.cap, 'call')}
      </span>
    </>
  )
}

/** Money where the pool had a price, else the GPU time; nothing was used of a log that was imported. */
export function Cost({ of: { gpuSeconds, money, currency } }: { readonly of: EvaluationCost }) {
  const time = gpuSeconds > 0 ? `${formatGpuHours(gpuSeconds)} of GPU` : null
  if (money !== null && currency !== null) return <span title={time ?? undefined}>{moneyWords(money, currency)}</span>
  return time === null ? <span className="inapplicable">n/a</span> : <span title="no price was set">{time}</span>
}

function Age({ evaluation: { createdAt }, now }: CellProps) {
  return (
    <time dateTime={createdAt} title={formatInstant(createdAt, useZone())}>
      {formatAge((now - Date.parse(createdAt)) / 1000)}
    </time>
  )
}

function bestOf(evaluation: Row): Props {
  return { best: evaluation.best, why: whyNone(evaluation), failed: failedOf(evaluation) }
}

const NOBODY = 'no method has a right answer'

function isNobody({ live, accuracy }: BestMethod): boolean {
  return live === null && accuracy === 0
}

/** The same for what the best method takes: where none is best, that is nobody's either. */
function callsOf(evaluation: Row): Props {
  const { best, ...others } = bestOf(evaluation)
  return best !== null && isNobody(best) ? { ...others, best: null, why: NOBODY } : { ...others, best }
}

function whyNone({ status }: Row): string {
  switch (status) {
    case 'running':
    case 'paused':
    case 'stuck':
      return 'too few questions are finished at the front of the random order'
    case 'done':
      return 'no question is finished'
    case 'decided':
      return 'its page has the figures: they say nothing about its other questions'
    case 'cancelled':
    case 'budget_stopped':
    case 'failed':
      return 'it ended early: its page has the figures there are'
  }
}

interface Props {
  readonly best: BestMethod | null
  /** Why there are no figures. */
  readonly why: string
  /** How many of its trials failed, if any. */
  readonly failed: string | null
}

/** The best method's name, and of how many. */
function BestName({ best, why, methods }: Pick<Props, 'best' | 'why'> & { readonly methods: number }) {
  return (
    <>
      {best === null ? (
        <Missing why={why} />
      ) : isNobody(best) ? (
        <Missing why={NOBODY} />
      ) : (
        <span title={best.label}>{methodName(best)}</span>
      )}
      <span className="under">of {counted(methods, 'method')}</span>
    </>
  )
}

/** Its accuracy; an estimate is marked as such, with its limits. */
function BestAccuracy({ best, why, failed, status }: Props & Pick<Row, 'status'>) {
  if (best === null) return <Missing why={why} />
  const { accuracy, trials, live, sc } = best
  return (
    <>
      <Figure best={best} failed={failed}>
        {formatShare(accuracy)}
      </Figure>
      {failed === null ? null : <span className="under warn">{failed}</span>}
      <span className="under">
        {live === null
          ? sc === null
            ? `of ${counted(trials, 'question')}`
            : `SC ${formatShare(sc)}`
          : `${status === 'decided' ? 'decided;' : 'so far; ends'} ${(100 * live.low).toFixed(0)}–${(100 * live.high).toFixed(0)}%`}
      </span>
    </>
  )
}

/** Its calls a question, as final as the accuracy is. */
function BestCalls({ best, why, failed }: Props) {
  return best === null ? (
    <Missing why={why} />
  ) : (
    <Figure best={best} failed={failed}>
      {formatCalls(best.calls)}
    </Figure>
  )
}

/** The share of calls that it saves of its budget. */
function BestSaved({ best, why, failed }: Props) {
  return best === null ? (
    <Missing why={why} />
  ) : (
    <Figure best={best} failed={failed}>
      {Math.round(100 * best.saved)}%
    </Figure>
  )
}

/** Its tokens a question. */
function BestTokens({ best, why, failed }: Props) {
  if (best === null) return <Missing why={why} />
  if (best.tokens !== null)
    return (
      <Figure best={best} failed={failed}>
        {formatCount(Math.round(best.tokens))}
      </Figure>
    )
  return <Missing why={best.live === null ? 'not known for every answer' : 'counted once it is done'} />
}

interface FigureProps extends Pick<Props, 'failed'> {
  readonly best: BestMethod
  readonly children: ReactNode
}

/** Final, so far, or of an evaluation of which trials failed: no more than a number. */
function Figure({ best, failed, children }: FigureProps) {
  if (best.live !== null) return <em className="so-far">{children}</em>
  return <span className={failed === null ? 'final' : 'incomplete'}>{children}</span>
}
