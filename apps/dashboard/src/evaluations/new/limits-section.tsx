'use client'
import { CheckField } from './check-field'
import type { FormProps } from './form-props'
import { NotifyField } from './notify-field'
import type { Offer } from './offer'
import { TextField } from './text-field'

interface Props extends FormProps {
  readonly webhooks: Offer['webhooks']
}

/** What the evaluation may spend at most, and who is told that it has ended. */
export function LimitsSection(props: Props) {
  const { draft, change, faults } = props
  const { caps, interactive } = draft
  return (
    <fieldset className="panel" id="limits">
      <legend>Limits</legend>
      <p className="muted">At a cap it stops, keeps what it has, and can be extended later.</p>
      <div className="fields">
        <TextField
          path="caps.calls"
          label="Most calls"
          about="answers, rankings and scores; redraws apart"
          empty="no cap"
          numeric
          value={caps.calls}
          onChange={(calls) => change({ caps: { ...caps, calls } })}
          faults={faults}
        />
        <TextField
          path="caps.tokens"
          label="Most tokens"
          about="of prompts and answers together"
          empty="no cap"
          numeric
          value={caps.tokens}
          onChange={(tokens) => change({ caps: { ...caps, tokens } })}
          faults={faults}
        />
      </div>
      <CheckField
        label="Interactive."
        about="It goes before other work, for at most 512 samples, while somebody waits for them."
        checked={interactive}
        onChange={(on) => change({ interactive: on })}
      />
      <AheadField {...props} />
      <NotifyField {...props} />
    </fieldset>
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
