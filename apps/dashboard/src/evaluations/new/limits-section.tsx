'use client'
import { CheckField } from './check-field'
import type { FormProps } from './form-props'
import { NotifyField } from './notify-field'
import type { Offer } from './offer'
import { TextField } from './text-field'

interface Props extends FormProps {
  readonly webhooks: Offer['webhooks']
}

/** The evaluation's caps, and who is notified of its end. */
export function LimitsSection(props: Props) {
  const { draft, change } = props
  return (
    <fieldset className="panel" id="limits">
      <legend>Limits</legend>
      <p className="muted">At a cap it stops, keeps what it has, and can be extended later.</p>
      <div className="fields">
        <CapField {...props} cap="calls" about="answers, rankings and scores; redraws apart" />
        <CapField {...props} cap="tokens" about="of prompts and answers together" />
        <AuditField {...props} />
      </div>
      <CheckField
        label="Interactive."
        about="It goes before other work, for at most 512 samples, while somebody waits for them."
        checked={draft.interactive}
        onChange={(on) => change({ interactive: on })}
      />
      <AheadField {...props} />
      <NotifyField {...props} />
    </fieldset>
  )
}

interface CapProps extends FormProps {
  readonly cap: 'calls' | 'tokens'
  readonly about: string
}

function CapField({ draft: { caps }, change, faults, cap, about }: CapProps) {
  return (
    <TextField
      path={`caps.${cap}`}
      label={`Most ${cap}`}
      about={about}
      empty="no cap"
      numeric
      value={caps[cap]}
      onChange={(most) => change({ caps: { ...caps, [cap]: most } })}
      faults={faults}
    />
  )
}

function AuditField({ draft: { audit }, change, faults }: FormProps) {
  return (
    <TextField
      path="audit"
      label="Audit"
      about="share of questions drawn whole, such as 0.05, to say how often stops agree with all samples"
      empty="none"
      numeric
      value={audit}
      onChange={(share) => change({ audit: share })}
      faults={faults}
    />
  )
}

function AheadField({ draft: { lookahead }, change }: Pick<Props, 'draft' | 'change'>) {
  return (
    <CheckField
      label="Draw ahead."
      about="Slots that would stand idle draw what questions will probably need: it may end sooner, some samples may be drawn for nothing, no verdict changes. Not under a cap."
      checked={lookahead !== 'off'}
      onChange={(on) => change({ lookahead: on ? 'auto' : 'off' })}
    />
  )
}
