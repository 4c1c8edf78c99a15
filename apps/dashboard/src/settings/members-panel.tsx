'use client'
import type { KeyView } from '@cges-fleet/core'
import Link from 'next/link'
import { TextTable } from '../format/table/text-table'
import { useZone } from '../frame/zone-scope'
import { keysTable } from './keys-text'

/** Who acts for the team: the holders of active keys. */
export function MembersPanel({ keys }: { readonly keys: readonly KeyView[] }) {
  const zone = useZone()
  const working = keys.filter(({ state }) => state === 'active')
  return (
    <section className="panel" data-testid="members">
      <h2>Who acts for it</h2>
      {working.length === 0 ? (
        <p className="muted">
          No key works yet. They are made under <Link href="/settings/keys">Keys</Link>.
        </p>
      ) : (
        <TextTable title="Keys that work" table={keysTable(working, zone)} />
      )}
    </section>
  )
}
