import { type Look, TWO_LOOKS } from './page-looks.js'
import type { Manner } from './switchable-api.js'

/** A page in a state: its path, and what is seen on it then. */
export interface PageState {
  readonly page: string
  readonly state: string
  readonly path: string
  readonly seen: string
  readonly manner?: Manner
  /** All looks unless given. */
  readonly looks?: readonly Look[]
}

/** The evaluations whose states can be shown. */
export interface Shown {
  readonly done: string
  readonly live: string
  readonly young: string
  /** Done, with no trial blocked: with many rules, a user's own among them, and a webhook. */
  readonly settled: string
  /** An evaluation of another team. */
  readonly others: string
  /** Evaluations that stand still or ended early, by their status. */
  readonly halted: Readonly<Record<'paused' | 'cancelled' | 'failed', string>>
  /** Read-only links to an evaluation, a suite and a comparison. */
  readonly links: Readonly<Record<'evaluation' | 'suite' | 'comparison', string>>
}

type Page = Omit<PageState, 'state' | 'manner' | 'looks'>

/** A pool that is paused; it comes after the others. */
export const PAUSED_POOL = 'yard'

const LIST = '/evaluations'
const PART = '[data-testid=part-missing]'
const PROBLEM = '[data-testid=problem]'

/** What is shown before anything has been submitted. */
export const FIRST_RUN: readonly PageState[] = [
  { page: 'evaluations', state: 'empty', path: LIST, seen: '[data-testid=empty]' },
  { page: 'compare', state: 'empty', path: '/compare', seen: '[data-testid=choose]' },
  { page: 'suite', state: 'empty', path: '/suite?suite=none', seen: PROBLEM },
  { page: 'suite', state: 'of none', path: '/suite', seen: '[data-testid=choose-suite]' },
  { page: 'pool', state: 'empty', path: '/pool', seen: '[data-testid=pool]' },
  { page: 'pool', state: 'missing', path: '/pool?pool=none', seen: '[data-testid=no-pool]' },
  { page: 'status', state: 'empty', path: '/status', seen: '[data-testid=fleet-status]' },
  { page: 'account', state: 'empty', path: '/settings', seen: '[data-testid=account]' },
  { page: 'team', state: 'empty', path: '/settings/team', seen: '[data-testid=usage]' },
  { page: 'gateway', state: 'empty', path: '/settings/gateway', seen: '[data-testid=no-traffic]' },
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

const REST: readonly Page[] = [
  { page: 'evaluations', path: LIST, seen: '[data-testid=evaluations]' },
  { page: 'new', path: `${LIST}/new`, seen: '[aria-label=Forecast] table' },
  { page: 'benchmarks', path: '/benchmarks', seen: '[data-testid=benchmarks] table' },
  { page: 'import', path: `${LIST}/import`, seen: '.question-source' },
  { page: 'pool', path: '/pool', seen: '[data-testid=pool]' },
  { page: 'status', path: '/status', seen: '[data-testid=fleet-status]' },
  { page: 'account', path: '/settings', seen: '[data-testid=account]' },
  { page: 'team', path: '/settings/team', seen: '[data-testid=limits]' },
  { page: 'gateway', path: '/settings/gateway', seen: '.panel' },
  { page: 'keys', path: '/settings/keys', seen: '.panel' },
  { page: 'people', path: '/settings/people', seen: '[data-testid=people]' },
  { page: 'webhooks', path: '/settings/webhooks', seen: '[data-testid=webhooks]' },
  { page: 'log', path: '/settings/audit', seen: '[data-testid=audit]' },
]

/** Pages that need nothing of the API before they store. */
export const ALONE: readonly Page[] = [
  { page: 'preferences', path: '/settings/preferences', seen: '[data-testid=preferences]' },
  { page: 'own questions', path: '/benchmarks/new', seen: '.question-source' },
]

/** Every page in every state that it can be in, except loading and stale. */
export function pageStates(shown: Shown): PageState[] {
  const all = allPages(shown)
  return [
    ...all.map((each) => ({ ...each, state: 'final' })),
    ...ALONE.map((each) => ({ ...each, state: 'final' })),
    { page: 'sign-in', state: 'final', path: '/sign-in', seen: '#key', manner: 'signed out' },
    ...goingOn(shown),
    ...halted(shown),
    ...shared(shown),
    ...withMuch(shown),
    ...withLittle(shown),
    ...all
      .filter(({ page }) => ['evaluation', 'signals', 'questions'].includes(page))
      .map((each) => ({ ...each, state: 'loading', manner: 'slow' as const })),
    ...all.map((each) => ({ ...each, seen: PROBLEM, state: 'error', manner: 'away' as const, looks: TWO_LOOKS })),
    ...inPart(shown),
    // Everybody may see who they are signed in as.
    ...all
      .filter(({ page }) => page !== 'account')
      .map((each) => ({
        ...each,
        seen: `${PROBLEM}:has-text("Your key may not")`,
        state: 'forbidden',
        manner: 'refusing' as const,
        looks: TWO_LOOKS,
      })),
    { page: 'evaluation', state: 'signed out', path: `${LIST}/${shown.done}`, seen: '#key', manner: 'signed out' },
  ]
}

function goingOn({ live, young }: Shown): PageState[] {
  return [
    ...OF_ONE.map((each) => ({
      ...each,
      path: `${LIST}/${live}${each.path}`,
      // The seed determines which questions were drawn first.
      seen: each.page === 'question' ? '[data-testid=verdicts]' : each.seen,
      state: 'live',
    })),
    { page: 'pool', state: 'paused', path: `/pool?pool=${PAUSED_POOL}`, seen: '[data-testid=pool-paused]' },
    { page: 'suite', state: 'live', path: `/suite?evaluations=${live},${young}`, seen: '.suite-page table' },
  ]
}

function halted({ halted }: Shown): PageState[] {
  return Object.entries(halted).map(([state, id]) => ({
    page: 'evaluation',
    state,
    path: `${LIST}/${id}`,
    seen: `[data-testid=status]:has-text("${state}")`,
  }))
}

/** What a read-only link shows to whoever has it, where the team sees its links, and the index of suites. */
function shared({ links }: Shown): PageState[] {
  const { evaluation, suite, comparison } = links
  return [
    { page: 'evaluation', state: 'shared', path: `/shared/${evaluation}`, seen: '[data-testid=methods]' },
    { page: 'suite', state: 'shared', path: `/shared/${suite}`, seen: '.suite' },
    {
      page: 'compare',
      state: 'shared',
      path: `/shared/${comparison}`,
      seen: '[data-testid=shared-comparison]',
    },
    { page: 'share links', state: 'settled', path: '/settings/share-links', seen: '[data-testid=share-links]' },
    { page: 'suite', state: 'of all', path: '/suite', seen: '[data-testid=choose-suite] table' },
  ]
}

function withMuch({ settled }: Shown): PageState[] {
  const judged = `${LIST}/${settled}`
  return [
    { page: 'evaluation', state: 'settled', path: judged, seen: '[data-delta]' },
    { page: 'signals', state: 'settled', path: `${judged}/signals`, seen: '[data-chart]' },
    { page: 'question', state: 'settled', path: `${judged}/questions/17?i=2&with=3`, seen: '[data-testid=text-diff]' },
    { page: 'new', state: 'cloned', path: `${LIST}/new?clone=${settled}`, seen: '[aria-label=Forecast] table' },
    {
      page: 'compare',
      state: 'settled',
      path: `/compare?evaluations=${settled}&with=own`,
      seen: '[data-testid=differences] [data-judgement]',
    },
  ]
}

/** What does not exist, not yet, or belongs to another team, which is shown as if it did not exist. */
function withLittle({ done, young, others }: Shown): PageState[] {
  const [fresh, foreign] = [`${LIST}/${young}`, `${LIST}/${others}`]
  const notFound = '[data-testid=not-found]'
  return [
    { page: 'evaluation', state: 'empty', path: fresh, seen: '[data-story=nothing]' },
    { page: 'questions', state: 'empty', path: `${fresh}/questions`, seen: '[data-testid=questions]' },
    { page: 'question', state: 'empty', path: `${fresh}/questions/0`, seen: '[data-testid=nothing-read]' },
    { page: 'signals', state: 'empty', path: `${fresh}/signals`, seen: '[data-testid=statistics-missing]' },
    { page: 'compare', state: 'empty', path: `/compare?evaluations=${done}`, seen: '[data-testid=choose]' },
    { page: 'evaluations', state: 'filtered-empty', path: `${LIST}?q=none+has+this`, seen: '[data-testid=no-match]' },
    {
      page: 'questions',
      state: 'filtered-empty',
      path: `${LIST}/${done}/questions?q=none+has+this`,
      seen: '[data-testid=no-questions]',
    },
    { page: 'question', state: 'missing', path: `${LIST}/${done}/questions/999`, seen: notFound },
    ...OF_ONE.map((each) => ({
      ...each,
      state: 'of others',
      path: `${foreign}${each.path}`,
      seen: notFound,
      looks: TWO_LOOKS,
    })),
    { page: 'new', state: 'of others', path: `${LIST}/new?clone=${others}`, seen: notFound },
    {
      page: 'compare',
      state: 'of others',
      path: `/compare?evaluations=${done},${others}`,
      seen: `${PROBLEM}:has-text("is missing")`,
    },
    { page: 'suite', state: 'of others', path: `/suite?evaluations=${done},${others}`, seen: '[data-testid=gone]' },
  ]
}

/** If only what a page can do without fails, it shows the rest, and says what is missing. */
function inPart({ settled, done }: Shown): PageState[] {
  const of = `${LIST}/${done}`
  const states: readonly Page[] = [
    { page: 'evaluation', path: of, seen: `main:has([data-testid=methods]):has(${PART})` },
    {
      page: 'questions',
      path: `${of}/questions`,
      seen: 'main:has([data-testid=questions]):has-text("not be counted")',
    },
    { page: 'signals', path: `${of}/signals`, seen: '[data-testid=statistics-missing]:has-text("answered 500")' },
    { page: 'evaluations', path: LIST, seen: `main:has([data-testid=evaluations]):has(${PART})` },
    {
      page: 'compare',
      path: `/compare?evaluations=${settled}&with=own`,
      seen: 'main:has-text("could not be read")',
    },
    { page: 'suite', path: `/suite?evaluations=${settled},${done}`, seen: 'main:has-text("could not be read")' },
    { page: 'team', path: '/settings/team', seen: `main:has([data-testid=limits]):has(${PART})` },
  ]
  return states.map((each) => ({ ...each, state: 'partial', manner: 'failing in part' as const, looks: TWO_LOOKS }))
}

/** Every page that uses the API, by its path and what it shows when all is well. */
export function allPages({ done, live, settled }: Pick<Shown, 'done' | 'live' | 'settled'>): readonly Page[] {
  return [
    ...OF_ONE.map((each) => ({ ...each, path: `${LIST}/${done}${each.path}` })),
    ...REST,
    { page: 'compare', path: `/compare?evaluations=${settled},${live}&unpaired=1`, seen: 'main h1' },
    { page: 'suite', path: `/suite?evaluations=${settled},${done}`, seen: '[data-judgement]' },
  ]
}

/** Every page whose numbers are refreshed while it is open, by the note on it that says they no longer are. */
export function keptFresh({ live, settled }: Shown): readonly Page[] {
  const seen = '[data-testid=not-refreshed]:has-text("These numbers are from 20")'
  const ofOne = OF_ONE.filter(({ page }) => page !== 'questions')
  return [
    ...ofOne.map(({ page, path }) => ({
      page,
      path: `${LIST}/${live}${path.replace(/17.*/u, '0')}`,
      seen: page === 'evaluation' ? '[data-testid=freshness]:has-text("Stale")' : seen,
    })),
    ...[LIST, '/pool', '/settings/team'].map((path) => ({ page: path.slice(1), path, seen })),
    { page: 'compare', path: `/compare?evaluations=${settled},${live}&unpaired=1`, seen },
    { page: 'suite', path: `/suite?evaluations=${settled},${live}`, seen },
  ]
}
