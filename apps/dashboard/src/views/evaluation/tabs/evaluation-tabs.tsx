'use client'

import { type ComponentType, type KeyboardEvent, lazy, memo, Suspense } from 'react'
import { useInAddress } from '../../../ui/charts/choices'
import { groupByFamily, nameMethods } from '../../../ui/methods/names'
import { fetchLater } from '../../../ui/shell/fetch-later'
import type { TabProps } from './tab-props'

/** No contents come with the page: each is fetched when its tab is opened. */
function contents(load: () => Promise<ComponentType<TabProps>>) {
  return lazy(() => fetchLater(load).then((component) => ({ default: component })))
}

const TABS = {
  questions: { name: 'Questions', Contents: contents(() => import('./questions-tab').then((tab) => tab.QuestionsTab)) },
  stopping: { name: 'Stopping', Contents: contents(() => import('./stopping-tab').then((tab) => tab.StoppingTab)) },
  confidence: {
    name: 'Confidence',
    Contents: contents(() => import('./confidence-tab').then((tab) => tab.ConfidenceTab)),
  },
  run: { name: 'Run', Contents: contents(() => import('./run-tab').then((tab) => tab.RunTab)) },
  details: { name: 'Details', Contents: contents(() => import('./details-tab').then((tab) => tab.DetailsTab)) },
} as const

type TabName = keyof typeof TABS
const NAMES = Object.keys(TABS) as TabName[]

interface Props extends Omit<TabProps, 'reports'> {
  /** The tab that the address asked for when the page was read. */
  readonly initial: string | null
}

/** What is behind the figures: one part at a time, kept in the address. */
export const EvaluationTabs = memo(function EvaluationTabs({ initial, view, ...rest }: Props) {
  const [tab, change] = useInAddress('tab', initial)
  const open = NAMES.find((name) => name === tab) ?? 'questions'
  const reports = groupByFamily(nameMethods(view.methods)).flatMap((group) => group.reports)
  const { Contents } = TABS[open]
  const show = (name: TabName) => change(name === 'questions' ? null : name)
  return (
    <section className="evaluation-tabs" aria-label="Behind the figures">
      <div role="tablist" aria-label="Behind the figures" className="tab-bar">
        {NAMES.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === open}
            aria-controls="tab-panel"
            tabIndex={name === open ? 0 : -1}
            onClick={() => show(name)}
            onKeyDown={(event) => stepTabs(event, open, show)}
          >
            {TABS[name].name}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${open}`} className="tab-panel" data-tab={open}>
        <Suspense fallback={<p className="muted tab-waiting">Loading …</p>}>
          <Contents view={view} reports={reports} {...rest} />
        </Suspense>
      </div>
    </section>
  )
})

const STEPS: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % NAMES.length,
  ArrowLeft: (at) => (at + NAMES.length - 1) % NAMES.length,
  Home: () => 0,
  End: () => NAMES.length - 1,
}

/** Moves between tabs as in every list of tabs: arrows, Home and End. */
function stepTabs(event: KeyboardEvent, open: TabName, show: (name: TabName) => void): void {
  const next = NAMES[STEPS[event.key]?.(NAMES.indexOf(open)) ?? -1]
  if (next === undefined) return
  event.preventDefault()
  show(next)
  document.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
}
