'use client'
import { useRouter } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { type Order, ORDER_COOKIE, ORDERS } from '../evaluations/orders'
import { formatInstant } from '../format/format-instant'
import { ChoiceField } from '../frame/choice-field'
import { DENSITIES, type Density, DENSITY_COOKIE } from '../frame/density'
import { THEME_COOKIE, type Theme, THEMES } from '../frame/theme'
import { type Zone, ZONE_COOKIE } from '../frame/zone'
import { useZone } from '../frame/zone-scope'
import { SingleKeysField } from './single-keys-field'

interface Props {
  readonly theme: Theme
  readonly density: Density
  readonly zone: Zone
  readonly order: Order
  readonly renderedAt: number
}

/** The reader's preferences for every page, kept in this browser; the server renders with them. */
export function PreferencesPanel({ theme, density, zone, order, renderedAt }: Props) {
  const { refresh } = useRouter()
  return (
    <section className="panel preferences" data-testid="preferences">
      <h2>Preferences</h2>
      <p className="muted">They hold at once and on every page, in this browser alone.</p>
      <noscript>
        <p className="warn">They can be changed with scripts only.</p>
      </noscript>
      <ChoiceField name={THEME_COOKIE} title="Colours" choices={THEMES} initial={theme} />
      <ChoiceField name={DENSITY_COOKIE} title="Rows of tables" choices={DENSITIES} initial={density} />
      <ZoneField initial={zone} renderedAt={renderedAt} />
      <ChoiceField
        name={ORDER_COOKIE}
        title="Order of the evaluations"
        about="Where an address names no order of its own: a link that does shows everybody the same."
        choices={ORDERS}
        initial={order}
        onChanged={refresh}
      />
      <SingleKeysField />
    </section>
  )
}

function ZoneField({ initial, renderedAt }: { readonly initial: Zone; readonly renderedAt: number }) {
  const { refresh } = useRouter()
  const here = useSyncExternalStore(never, zoneHere, () => initial)
  const zones = [...new Set(['UTC', here, initial])]
  return (
    <ChoiceField
      name={ZONE_COOKIE}
      title="Times"
      about={`This page was read at ${formatInstant(renderedAt, useZone())}. Exports and files are in UTC always.`}
      choices={zones.map((value) => ({ value, word: value === 'UTC' ? value : value.replaceAll('_', ' ') }))}
      initial={initial}
      onChanged={refresh}
    />
  )
}

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
const never = () => () => {}
