import type { Manner } from './switchable-api.js'

/** A page in a state, by its path, and what is seen on it then. */
export interface PageState {
  readonly page: string
  readonly state: string
  readonly path: string
  readonly seen: string
  readonly manner?: Manner
}

/** What there is to show states of. */
export interface Shown {
  readonly done: string
  readonly live: string
  readonly young: string
  /** Done, with no trial blocked: of many rules, one of somebody's own among them, and a webhook. */
  readonly settled: string
}

const LIST = '/evaluations'

/** What is there before anybody has submitted anything. */
export const FIRST_RUN: readonly PageState[] = [
  { page: 'evaluations', state: 'empty', path: LIST, seen: '[data-testid=empty]' },
  { page: 'pool', state: 'empty', path: '/pool', seen: '[data-testid=pool]' },
  { page: 'account', state: 'empty', path: '/settings', seen: '[data-testid=account]' },
  { page: 'team', state: 'empty', path: '/settings/team', seen: '[data-testid=usage]' },
  { page: 'webhooks', state: 'empty', path: '/settings/webhooks', seen: '[data-testid=webhooks]' },
  { page: 'log', state: 'empty', path: '/settings/audit', seen: '[data-testid=audit]' },
]

/** The pages of an evaluation, by what each shows when all is well. */
const OF_ONE = [
  { page: 'evaluation', path: '', seen: '[data-testid=methods]' },
  { page: 'questions', path: '/questions', seen: '[data-testid=questions]' },
  { page: 'question', path: '/questions/17?i=2', seen: '[data-testid=sample-text]' },
  { page: 'signals', path: '/signals', seen: '[data-testid=signals-page]' },
] as const

const REST = [
  { page: 'evaluations', path: LIST, seen: '[data-testid=evaluations]' },
  { page: 'new', path: `${LIST}/new`, seen: '[aria-label=Forecast] table' },
  { page: 'pool', path: '/pool', seen: '[data-testid=pool]' },
  { page: 'account', path: '/settings', seen: '[data-testid=account]' },
  { page: 'team', path: '/settings/team', seen: '[data-testid=limits]' },
  { page: 'keys', path: '/settings/keys', seen: '.panel' },
  { page: 'webhooks', path: '/settings/webhooks', seen: '[data-testid=webhooks]' },
  { page: 'log', path: '/settings/audit', seen: '[data-testid=audit]' },
] as const

/** Every page in every state that it can be in, but for what is awaited or stale. */
export function pageStates(shown: Shown): PageState[] {
  const { done, live, young, settled } = shown
  const [one, running, fresh, judged] = [done, live, young, settled].map((id) => `${LIST}/${id}`)
  const all = allPages(shown)
  const problem = { seen: '[data-testid=problem]' }
  return [
    ...all.map((each) => ({ ...each, state: 'final' })),
    ...OF_ONE.map((each) => ({
      ...each,
      path: `${running}${each.path}`,
      // Which questions were drawn first is up to the seed.
      seen: each.page === 'question' ? '[data-testid=verdicts]' : each.seen,
      state: 'live',
    })),
    { page: 'evaluation', state: 'settled', path: judged ?? '', seen: '[data-delta]' },
    { page: 'signals', state: 'settled', path: `${judged}/signals`, seen: '[data-chart]' },
    { page: 'question', state: 'settled', path: `${judged}/questions/17?i=2&with=3`, seen: '[data-testid=text-diff]' },
    { page: 'new', state: 'cloned', path: `${LIST}/new?clone=${settled}`, seen: '[aria-label=Forecast] table' },
    {
      page: 'compare',
      state: 'settled',
      path: `/compare?evaluations=${settled}&with=own`,
      seen: '[data-testid=differences] [data-judgement]',
    },
    { page: 'evaluation', state: 'empty', path: fresh ?? '', seen: '[data-story=nothing]' },
    { page: 'question', state: 'empty', path: `${fresh}/questions/0`, seen: '[data-testid=nothing-read]' },
    { page: 'evaluations', state: 'filtered-empty', path: `${LIST}?q=none+has+this`, seen: '[data-testid=no-match]' },
    {
      page: 'questions',
      state: 'filtered-empty',
      path: `${one}/questions?q=none+has+this`,
      seen: '[data-testid=no-questions]',
    },
    { page: 'question', state: 'missing', path: `${one}/questions/999`, seen: '[data-testid=not-found]' },
    ...all
      .filter(({ page }) => ['evaluation', 'signals', 'questions'].includes(page))
      .map((each) => ({ ...each, state: 'loading', manner: 'slow' as const })),
    ...all
      .filter(({ page }) => !['compare', 'suite'].includes(page))
      .map((each) => ({ ...each, ...problem, state: 'error', manner: 'away' as const })),
    ...all
      .filter(({ page }) => ['evaluation', 'new', 'evaluations'].includes(page))
      .map((each) => ({ ...each, ...problem, state: 'forbidden', manner: 'refusing' as const })),
    { page: 'preferences', state: 'final', path: '/settings/preferences', seen: '[data-testid=preferences]' },
    { page: 'sign-in', state: 'final', path: '/sign-in', seen: '#key', manner: 'signed out' },
    { page: 'evaluation', state: 'signed out', path: one ?? '', seen: '#key', manner: 'signed out' },
  ]
}

/** Every page that asks the API, by where it is and what it shows when all is well. */
export function allPages({ done, live, settled }: Shown): readonly Omit<PageState, 'state' | 'manner'>[] {
  return [
    ...OF_ONE.map((each) => ({ ...each, path: `${LIST}/${done}${each.path}` })),
    ...REST,
    { page: 'compare', path: `/compare?evaluations=${settled},${live}&unpaired=1`, seen: 'main h1' },
    { page: 'suite', path: `/suite?evaluations=${settled},${done}`, seen: '[data-judgement]' },
  ]
}
