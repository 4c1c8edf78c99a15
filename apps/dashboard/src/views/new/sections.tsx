'use client'

import { CheckField, type FormProps, LinesField, type PlainField, PlainFields, SelectField, TextField } from './fields'
import type { Offer } from './offer'
import { PriorityField } from './priority-field'
import { FinishByField } from './finish-by-field'
import { UntilField } from './until-field'

const TITLES: Readonly<Record<string, string>> = {
  temperature: 'Temperature',
  topP: 'Top-p',
  topK: 'Top-k',
  minP: 'Min-p',
  repetitionPenalty: 'Repetition penalty',
  presencePenalty: 'Presence penalty',
  frequencyPenalty: 'Frequency penalty',
  maxTokens: 'Most tokens',
}

/** A suite is named beside its benchmarks. */
function runFields({ draft: { isSuite }, offer: { about } }: FormProps): PlainField<'replicates' | 'suite' | 'seed'>[] {
  const suite = { path: 'suite', label: 'Suite', about: about.suite, empty: 'none' } as const
  return [
    { path: 'replicates', label: 'Replicates', about: about.replicates, empty: '1', numeric: true },
    ...(isSuite ? [] : [suite]),
    { path: 'seed', label: 'Seed', about: about.seed, empty: '0', numeric: true },
  ]
}

interface AdvancedProps extends FormProps {
  readonly webhooks: Offer['webhooks']
  /** What of it is set, such as `seed 7`. */
  readonly settings: readonly string[]
}

/** All that most evaluations leave as it is: repeats, sampling, limits. Closed, it lists what is set. */
export function AdvancedSection({ settings, webhooks, ...parts }: AdvancedProps) {
  return (
    <details className="panel advanced" data-testid="advanced">
      <summary>
        Advanced{' '}
        <span className="muted">
          {settings.length === 0 ? 'replicates, seed, sampling, limits, webhook' : settings.join(' · ')}
        </span>
      </summary>
      <SamplingSection {...parts} />
      <LimitsSection {...parts} webhooks={webhooks} />
    </details>
  )
}

/** How the model is sampled; an empty field takes the benchmark's value, or the paper's. */
function SamplingSection(props: FormProps) {
  const { draft, change, faults, offer } = props
  const { sampling, reasoning, paper } = draft
  return (
    <fieldset id="sampling">
      <legend>Repeats and sampling</legend>
      <p className="muted">An empty field uses the benchmark’s value, or else the grey one.</p>
      <div className="fields">
        <PlainFields fields={runFields(props)} values={draft} onChange={change} faults={faults} />
        {offer.sampling.map(({ name, about, preset }) => (
          <TextField
            key={name}
            path={`sampling.${name}`}
            label={TITLES[name] ?? name}
            about={about}
            empty={name === 'maxTokens' && reasoning ? 'room to think' : preset}
            numeric
            value={sampling[name] ?? ''}
            onChange={(value) => change({ sampling: { ...sampling, [name]: value } })}
            faults={faults}
          />
        ))}
        <StopField {...props} />
      </div>
      <CheckField
        label="Reasoning model:"
        about={offer.about.reasoning}
        checked={reasoning}
        onChange={(on) => change({ reasoning: on })}
      />
      <CheckField
        label="Paper’s votes:"
        about={offer.about.paper}
        checked={paper}
        onChange={(on) => change({ paper: on })}
      />
    </fieldset>
  )
}

function StopField({ draft: { sampling }, change, faults, offer }: FormProps) {
  return (
    <LinesField
      path="sampling.stop"
      label="Stop sequences"
      about={`${offer.about.stop}. Write one a line; \\n is a line break`}
      value={sampling['stop'] ?? ''}
      onChange={(lines) => change({ sampling: { ...sampling, stop: lines } })}
      faults={faults}
    />
  )
}

interface Props extends FormProps {
  readonly webhooks: Offer['webhooks']
}

/** The evaluation's caps, and who is notified of its end. */
function LimitsSection(props: Props) {
  const { draft, change, offer } = props
  return (
    <fieldset id="limits">
      <legend>Limits</legend>
      <p className="muted">Caps are {offer.about.caps}.</p>
      <div className="fields">
        <CapField {...props} cap="calls" />
        <CapField {...props} cap="tokens" />
        <AuditField {...props} />
      </div>
      <UntilField {...props} />
      <CheckField
        label="Interactive:"
        about={offer.about.interactive}
        checked={draft.interactive}
        onChange={(on) => change({ interactive: on })}
      />
      <AheadField {...props} />
      <div className="fields">
        <PriorityField {...props} />
        <FinishByField {...props} />
      </div>
      <NotifyField {...props} />
    </fieldset>
  )
}

interface CapProps extends FormProps {
  readonly cap: 'calls' | 'tokens'
}

function CapField({ draft: { caps }, change, faults, cap, offer: { about } }: CapProps) {
  return (
    <TextField
      path={`caps.${cap}`}
      label={`Most ${cap}`}
      about={about[cap]}
      empty="no cap"
      numeric
      value={caps[cap]}
      onChange={(most) => change({ caps: { ...caps, [cap]: most } })}
      faults={faults}
    />
  )
}

function AuditField({ draft: { audit }, change, faults, offer: { about } }: FormProps) {
  return (
    <TextField
      path="audit"
      label="Audit"
      about={about.audit}
      empty="none, such as 0.05"
      numeric
      value={audit}
      onChange={(share) => change({ audit: share })}
      faults={faults}
    />
  )
}

function AheadField({ draft: { lookahead, pool }, change, offer: { about, pools } }: FormProps) {
  const isUsual = !pools.some(({ name, hasPrice }) => name === pool && hasPrice)
  return (
    <CheckField
      label="Draw ahead:"
      about={about.lookahead}
      checked={lookahead === '' ? isUsual : lookahead !== 'off'}
      onChange={(on) => change({ lookahead: on ? 'auto' : 'off' })}
    />
  )
}

/** Who is notified of the evaluation's end; nothing if the fleet has no webhooks. */
function NotifyField({ draft: { notify }, change, faults, webhooks, offer: { about } }: Props) {
  if (webhooks.length === 0 && notify === '') return null
  return (
    <div className="fields">
      <SelectField
        path="notify"
        label="Notify when it ends"
        about={about.notify}
        value={notify}
        onChange={(name) => change({ notify: name })}
        faults={faults}
        options={[
          { value: '', text: 'nobody' },
          ...webhooks.map(({ name, host }) => ({ value: name, text: `${name} (${host})` })),
        ]}
      />
    </div>
  )
}
