'use client'
import { CheckField } from './check-field'
import type { FormProps } from './form-props'
import { type PlainField, PlainFields } from './plain-fields'
import { TextField } from './text-field'

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

const SEED: readonly PlainField<'seed'>[] = [
  {
    path: 'seed',
    label: 'Seed',
    about: 'the same seed with the same model draws the same answers; a whole number from 0',
    empty: '0',
    numeric: true,
  },
]

/** How the model is sampled; an empty field takes the benchmark's value, or the paper's. */
export function SamplingSection({ draft, change, faults, offer }: FormProps) {
  const { sampling, reasoning, paper } = draft
  return (
    <fieldset className="panel" id="sampling">
      <legend>Sampling</legend>
      <p className="muted">What is left empty is as the benchmark sets it, else the grey value.</p>
      <div className="fields">
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
        <PlainFields fields={SEED} values={draft} onChange={change} faults={faults} />
      </div>
      <CheckField
        label="Reasoning model."
        about={REASONING}
        checked={reasoning}
        onChange={(on) => change({ reasoning: on })}
      />
      <CheckField
        label="Vote on answers as they are written,"
        about={PAPER}
        checked={paper}
        onChange={(on) => change({ paper: on })}
      />
    </fieldset>
  )
}

const REASONING = 'It thinks before it answers, and gets room for both: 32,768 tokens where nothing else is set.'
const PAPER = 'as the paper does, instead of merging those of equal value (0.5 and 1/2).'
