'use client'
import { CheckField } from './check-field'
import type { FormProps } from './form-props'
import { TextField } from './text-field'

/** What the evaluation may spend at most. */
export function LimitsSection({ draft: { caps, interactive }, change, faults }: FormProps) {
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
    </fieldset>
  )
}
