'use client'

import type { QuestionPage } from '@cges-fleet/core'
import { listQuestions } from '@cges-fleet/core/addresses'
import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { questionsAddress, type Selection } from '../../../addresses/questions'
import { ask, type Reply } from '../../../api/browser'
import type { NamedReport } from '../../../ui/methods/names'
import { QuestionRows } from './question-rows'
import { baselineAmong } from '../statistics/story'
import type { TabProps } from './tab-props'

/** Questions shown before more are asked for: the page stays short. */
const FEW = 3
const AGAIN_MS = 5_000

interface Pair {
  readonly right: string
  readonly wrong: string
}

/** The questions on which methods disagree, or that one method has right and another wrong. */
export function QuestionsTab({ view, reports }: TabProps) {
  const [pair, setPair] = useState<Pair | null>(null)
  const [all, setAll] = useState(false)
  const selection: Selection =
    pair === null ? { filter: 'disagree' } : { method: pair.right, agreement: 'this', versusMethod: pair.wrong }
  const reply = useQuestions(view, selection)
  const found = reply?.ok === true ? reply.answer.questions.length : 0
  return (
    <section className="panel tab-questions" aria-labelledby="tab-questions-title">
      <div className="panel-head">
        <h2 id="tab-questions-title">{pair === null ? 'Methods disagree' : 'One right, the other wrong'}</h2>
        <PairChoice reports={reports} pair={pair} onChange={setPair} />
        {found > FEW ? (
          <button type="button" className="small more-rows" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : 'Show more'}
          </button>
        ) : null}
        <span className="panel-links">
          <Link href={questionsAddress(view.id, selection)} prefetch={false}>
            All of these
          </Link>
          <Link href={questionsAddress(view.id, {})} prefetch={false}>
            All questions
          </Link>
        </span>
      </div>
      <Found reply={reply} most={all ? Number.POSITIVE_INFINITY : FEW} view={view}>
        {(rows) => <QuestionRows id={view.id} rows={rows} selection={selection} methods={reports} />}
      </Found>
    </section>
  )
}

interface FoundProps extends Pick<TabProps, 'view'> {
  readonly reply: Reply<QuestionPage> | null
  readonly most: number
  readonly children: (rows: QuestionPage['questions']) => ReactNode
}

function Found({ reply, most, view, children }: FoundProps) {
  if (reply === null) return <p className="muted few-rows">Loading …</p>
  if (!reply.ok)
    return (
      <p className="note-warning few-rows" role="alert">
        {reply.why}
      </p>
    )
  const rows = reply.answer.questions.slice(0, most)
  if (rows.length > 0) return <div className="few-rows">{children(rows)}</div>
  return <p className="muted few-rows">There is no such question{view.finishedAt === null ? ' so far' : ''}.</p>
}

interface PairChoiceProps {
  readonly reports: readonly NamedReport[]
  readonly pair: Pair | null
  readonly onChange: (pair: Pair | null) => void
}

/** Chooses two methods: the one that is right and the one that is wrong. */
function PairChoice({ reports, pair, onChange }: PairChoiceProps) {
  const baseline = baselineAmong(reports)
  const [first] = reports.filter(({ key }) => key !== baseline?.key)
  if (baseline === null || first === undefined) return null
  const choose = (right: string, wrong: string) => onChange(right === '' || wrong === '' ? null : { right, wrong })
  const names = reports.map(({ key, name }) => (
    <option key={key} value={key}>
      {name}
    </option>
  ))
  return (
    <span className="pair-choice">
      <label>
        Right:{' '}
        <select
          value={pair?.right ?? ''}
          onChange={({ target }) =>
            choose(target.value, pair?.wrong ?? (target.value === baseline.key ? first.key : baseline.key))
          }
        >
          <option value="">any</option>
          {names}
        </select>
      </label>
      <label>
        Wrong:{' '}
        <select
          value={pair?.wrong ?? ''}
          onChange={({ target }) =>
            choose(pair?.right ?? (target.value === baseline.key ? first.key : baseline.key), target.value)
          }
        >
          <option value="">any</option>
          {names}
        </select>
      </label>
    </span>
  )
}

/** Reads the first questions that a selection finds, again when the evaluation ends; null until they are there. */
function useQuestions({ id, finishedAt }: TabProps['view'], selection: Selection): Reply<QuestionPage> | null {
  const [reply, setReply] = useState<Reply<QuestionPage> | null>(null)
  const query = JSON.stringify(selection)
  useEffect(() => {
    let shown = true
    const read = () =>
      void ask(listQuestions, { path: { id }, query: JSON.parse(query) as Record<string, string> }).then(
        (found) => shown && setReply(found),
      )
    read()
    const timer = finishedAt === null ? setInterval(read, AGAIN_MS) : undefined
    return () => {
      shown = false
      clearInterval(timer)
    }
  }, [id, finishedAt, query])
  return reply
}
