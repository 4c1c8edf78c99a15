'use client'

import { usePathname, useRouter } from 'next/navigation'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { NEW_TEAM_PATH, SECTIONS } from '../../addresses/settings'
import { type Place, type ShortcutKey, useKeys } from './keys'

interface Props {
  readonly mayWrite: boolean
  readonly mayCreateTeams: boolean
}

/** No page brings them with it. The palette is fetched once a page is at rest, so that what is typed after ⌘ K reaches it. */
const paletteModule = () => import('./palette')
const notLoaded = () => ({ default: NotLoaded })
const Palette = lazy(() => paletteModule().then(({ Palette }) => ({ default: Palette }), notLoaded))
const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog').then(({ ShortcutsDialog }) => ({ default: ShortcutsDialog }), notLoaded),
)

const AT_REST_MS = 1000

const EVALUATION = /^\/evaluations\/([0-9a-f-]{36})/

/** The keys that work on every page, and the button that opens the palette for readers who do not know them. */
export function CommandKeys({ mayWrite, mayCreateTeams }: Props) {
  const [open, setOpen] = useState<'palette' | 'actions' | 'shortcuts' | null>(null)
  const { push } = useRouter()
  const path = usePathname()
  const of = EVALUATION.exec(path)?.[1]
  const places = placesOf({ mayWrite, mayCreateTeams, of, push, showKeys: () => setOpen('shortcuts') })
  const keyed = places.flatMap(({ keys, act }) => (keys === undefined ? [] : [[keys, act]]))
  useKeys({ ...Object.fromEntries(keyed), '.': () => setOpen('actions') })
  useCommandK(() => setOpen((now) => now ?? 'palette'))
  useEffect(openTablesByAddress, [path])
  useEffect(() => {
    const soon = setTimeout(() => void paletteModule().catch(() => undefined), AT_REST_MS)
    return () => clearTimeout(soon)
  }, [])
  return (
    <>
      <button type="button" className="quiet go-to" aria-haspopup="dialog" onClick={() => setOpen('palette')}>
        Go to <kbd>⌘ K</kbd>
      </button>
      <Suspense>
        {open === 'palette' || open === 'actions' ? (
          <Palette
            places={open === 'palette' ? places : places.filter(({ kind }) => kind === 'action')}
            onClose={() => setOpen((now) => (now === 'shortcuts' ? now : null))}
          />
        ) : null}
        {open === 'shortcuts' ? <ShortcutsDialog onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </>
  )
}

/** Works in text fields, too: the key types no character. */
function useCommandK(act: () => void): void {
  const now = useRef(act)
  useEffect(() => {
    now.current = act
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      now.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

interface Wanted extends Props {
  /** The evaluation whose page is open. */
  readonly of: string | undefined
  readonly push: (address: string) => void
  readonly showKeys: () => void
}

function placesOf({ mayWrite, mayCreateTeams, of, push, showKeys }: Wanted): Place[] {
  const page = (name: string, address: string, keys?: ShortcutKey): Place => ({
    name,
    kind: 'page',
    act: () => push(address),
    ...(keys === undefined ? {} : { keys }),
  })
  const action = { kind: 'action' }
  return [
    page('Evaluations', '/evaluations', 'g e'),
    page('Suites', '/suite'),
    page('Compare', '/compare', 'g c'),
    page('Benchmarks', '/benchmarks'),
    page('Pool', '/pool', 'g p'),
    page('Settings', '/settings', 'g s'),
    ...SECTIONS.slice(1).map(({ name, path }) => page(`Settings: ${name}`, path)),
    ...(mayWrite
      ? [{ ...action, name: 'New evaluation', keys: 'n' as const, act: () => push('/evaluations/new') }]
      : []),
    ...(mayCreateTeams ? [{ ...action, name: 'Create team', act: () => push(NEW_TEAM_PATH) }] : []),
    ...(of === undefined
      ? []
      : [{ ...action, name: 'Compare this evaluation', act: () => push(`/compare?evaluations=${of}`) }]),
    ...(mayWrite && of !== undefined
      ? [{ ...action, name: 'New evaluation like this one', act: () => push(`/evaluations/new?clone=${of}`) }]
      : []),
    { ...action, name: 'Tables behind the charts', keys: 't', act: toggleTables },
    { ...action, name: 'Download or copy what is here', keys: 'e', act: toExports },
    { ...action, name: 'Keyboard shortcuts', keys: '?', act: showKeys },
  ]
}

const KEY = 'tables'

/**
 * Shows the table behind the focused chart, or behind all charts, or hides it again; for all charts, the state is kept
 * in the address.
 */
function toggleTables(): void {
  const focused = document.activeElement?.closest<HTMLElement>('figure') ?? null
  const tables = tablesIn(focused ?? document)
  const wanted = tables.some(({ open }) => !open)
  for (const table of tables) table.open = wanted
  if (focused !== null) return
  const address = new URL(location.href)
  if (wanted) address.searchParams.set(KEY, '1')
  else address.searchParams.delete(KEY)
  history.replaceState(history.state, '', address)
}

/** Opens all of them if the address asks for it. */
function openTablesByAddress(): void {
  if (new URLSearchParams(location.search).get(KEY) !== '1') return
  for (const table of tablesIn(document)) table.open = true
}

function tablesIn(root: ParentNode): HTMLDetailsElement[] {
  return [...root.querySelectorAll<HTMLDetailsElement>('details.chart-more')]
}

/** Moves the focus to the page's exports: its files, else the button that copies its first table. */
function toExports(): void {
  const page = document.querySelector('main')
  const first =
    page?.querySelector<HTMLElement>('a[download]') ?? page?.querySelector<HTMLElement>('.copy-buttons button')
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}

/** Replaces a part of the page that could not be loaded: the rest of the page still works. */
function NotLoaded() {
  return <span role="alert">This part could not be loaded. Reload the page.</span>
}
