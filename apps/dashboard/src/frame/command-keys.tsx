'use client'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Palette } from './palette'
import type { Place } from './place'
import { ShortcutsDialog } from './shortcuts-dialog'
import { useKeys } from './use-keys'

interface Props {
  readonly mayWrite: boolean
}

const EVALUATION = /^\/evaluations\/([0-9a-f-]{36})/

/** The keys that work on every page, and the button that opens the palette for those who do not know them. */
export function CommandKeys({ mayWrite }: Props) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const { push } = useRouter()
  const of = EVALUATION.exec(usePathname())?.[1]
  const places = placesOf({ mayWrite, of, push, showKeys: () => setOpen('shortcuts') })
  useKeys(Object.fromEntries(places.flatMap(({ keys, act }) => (keys === undefined ? [] : [[keys, act]]))))
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen((now) => (now === null ? 'palette' : now))
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button type="button" className="quiet go-to" aria-haspopup="dialog" onClick={() => setOpen('palette')}>
        Go to <kbd>⌘ K</kbd>
      </button>
      {open === 'palette' ? (
        <Palette places={places} onClose={() => setOpen((now) => (now === 'palette' ? null : now))} />
      ) : null}
      {open === 'shortcuts' ? <ShortcutsDialog onClose={() => setOpen(null)} /> : null}
    </>
  )
}

interface Wanted extends Props {
  /** The evaluation whose page is open. */
  readonly of: string | undefined
  readonly push: (address: string) => void
  readonly showKeys: () => void
}

function placesOf({ mayWrite, of, push, showKeys }: Wanted): Place[] {
  const page = (name: string, address: string, keys?: string): Place => ({
    name,
    kind: 'page',
    act: () => push(address),
    ...(keys === undefined ? {} : { keys }),
  })
  const action = { kind: 'action' }
  return [
    page('Evaluations', '/evaluations', 'g e'),
    page('Pool', '/pool', 'g p'),
    page('Settings', '/settings', 'g s'),
    ...(mayWrite ? [{ ...action, name: 'New evaluation', keys: 'n', act: () => push('/evaluations/new') }] : []),
    ...(mayWrite && of !== undefined
      ? [{ ...action, name: 'New evaluation like this one', act: () => push(`/evaluations/new?clone=${of}`) }]
      : []),
    { ...action, name: 'Keyboard shortcuts', keys: '?', act: showKeys },
  ]
}
