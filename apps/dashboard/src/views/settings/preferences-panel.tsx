'use client'

import { useRouter } from 'next/navigation'
import { useId, useSyncExternalStore } from 'react'
import { type Order, ORDER_COOKIE, ORDERS } from '../../addresses/evaluations'
import { formatInstant } from '../../ui/format/times'
import {
  type Choice,
  DENSITIES,
  type Density,
  DENSITY_COOKIE,
  type Theme,
  THEME_COOKIE,
  THEMES,
  type Zone,
  ZONE_COOKIE,
} from '../../ui/preferences/choices'
import { onStored } from '../../ui/preferences/stored'
import { usePreference } from '../../ui/preferences/use-preference'
import { useZone } from '../../ui/preferences/zone-scope'
import { singleKeysOn, switchSingleKeys } from '../../ui/shell/keys'

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
      <p className="muted">They apply at once to every page, in this browser only.</p>
      <noscript>
        <p className="warn">Turn on JavaScript to change them.</p>
      </noscript>
      <ChoiceField name={THEME_COOKIE} title="Colours" choices={THEMES} initial={theme} />
      <ChoiceField name={DENSITY_COOKIE} title="Rows of tables" choices={DENSITIES} initial={density} />
      <ZoneField initial={zone} renderedAt={renderedAt} />
      <ChoiceField
        name={ORDER_COOKIE}
        title="Order of the evaluations"
        about="Default sort order. Shared links keep their own."
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
      about={`Updated at ${formatInstant(renderedAt, useZone())}. Exports and files are always in UTC.`}
      choices={zones.map((value) => ({ value, word: value === 'UTC' ? value : value.replaceAll('_', ' ') }))}
      initial={initial}
      onChanged={refresh}
    />
  )
}

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
const never = () => () => {}

/** Turns single-letter shortcuts on or off: speech input can trigger them by accident. */
function SingleKeysField() {
  const on = useSyncExternalStore(onStored, singleKeysOn, () => true)
  return (
    <fieldset className="preference">
      <legend>Keyboard</legend>
      <label className="check">
        <input type="checkbox" checked={on} onChange={(event) => switchSingleKeys(event.target.checked)} /> Use
        single-letter shortcuts; <kbd>?</kbd> lists them. ⌘ K always works.
      </label>
    </fieldset>
  )
}

interface ChoiceFieldProps<Value extends string> {
  readonly name: string
  readonly title: string
  /** What it changes, if the title alone leaves that open. */
  readonly about?: string
  readonly choices: readonly Pick<Choice<Value>, 'value' | 'word'>[]
  readonly initial: Value
  readonly onChanged?: () => void
}

/** The choices of a preference side by side; a choice takes effect at once, on every page. */
function ChoiceField<Value extends string>({
  name,
  title,
  about,
  choices,
  initial,
  onChanged,
}: ChoiceFieldProps<Value>) {
  const [value, change] = usePreference(name, initial)
  const id = useId()
  return (
    <fieldset className="preference" aria-describedby={about === undefined ? undefined : id}>
      <legend>{title}</legend>
      <div className="segments">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              checked={value === choice.value}
              onChange={() => {
                change(choice.value)
                onChanged?.()
              }}
            />{' '}
            {choice.word}
          </label>
        ))}
      </div>
      {about === undefined ? null : (
        <p id={id} className="muted">
          {about}
        </p>
      )}
    </fieldset>
  )
}
