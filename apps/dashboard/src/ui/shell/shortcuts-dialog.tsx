'use client'

import { useEffect, useRef, useState } from 'react'
import { SHORTCUTS, singleKeysOn, switchSingleKeys } from './keys'

/** Lists the keyboard shortcuts, and lets a reader turn single letters off. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [on, setOn] = useState(singleKeysOn)
  useEffect(() => dialog.current?.showModal(), [])
  const change = (wanted: boolean) => {
    switchSingleKeys(wanted)
    setOn(wanted)
  }
  return (
    <dialog ref={dialog} aria-label="Keyboard shortcuts" onClose={onClose} className="shortcuts">
      <h2>Keyboard shortcuts</h2>
      {SHORTCUTS.map(({ where, shortcuts }) => (
        <section key={where} aria-label={where}>
          <h3>{where}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key === 'Escape' ? 'Esc' : key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className="check">
        <input type="checkbox" checked={on} onChange={(event) => change(event.target.checked)} /> Use single-letter
        shortcuts. Turn this off if you control your computer by voice; ⌘ K still works.
      </label>
      <div className="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  )
}
