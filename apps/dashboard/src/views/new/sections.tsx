'use client'

import { counted } from '@cges-fleet/core/counted'
import { formatCount } from '../../ui/format/numbers'
import { CheckField, type FormProps, LinesField, type PlainField, PlainFields, SelectField, TextField } from './fields'
import type { Offer } from './offer'
import { PoolField } from './pool-field'
import { BenchmarkLinks, SUITE_FIELDS, SuiteChoices } from './suite-choices'
import { UntilField } from './until-field'

const FIELDS: readonly PlainField<'questions' | 'budget' | 'name'>[] = [
  { path: 'questions', label: 'Questions', about: 'only the first N', numeric: true },
  { path: 'budget', label: 'Budget', about: 'most samples a question', empty: '16', numeric: true },
  { path: 'name', label: 'Name', about: 'how lists show it' },
]

/** The benchmark, and the model that answers it. */
export function SubjectSection({ draft, change, faults, offer }: FormProps) {
  const { benchmarks } = offer
  const benchmark = benchmarks.find(({ name }) => name === draft.benchmark)
  const empty =
    benchmark === undefined
      ? { questions: 'all' }
      : { questions: `all ${formatCount(benchmark.questions)}`, name: `${benchmark.title} on ${draft.pool}` }
  return (
    <fieldset className="panel" id="questions">
      <legend>Questions and model</legend>
      <div className="fields subject">
        <SelectField
          path="benchmark"
          label="Benchmark"
          about={<BenchmarkLinks isSuite={draft.isSuite} change={change} />}
          value={draft.benchmark}
          onChange={(value) => change({ benchmark: value })}
          faults={faults}
          options={benchmarks.map(({ name, title, questions }) => ({
            value: name,
            text: `${title} (${counted(questions, 'question')})`,
          }))}
        />
        <PoolField draft={draft} change={change} faults={faults} offer={offer} />
        <PlainFields
          fields={draft.isSuite ? SUITE_FIELDS : FIELDS}
          values={draft}
          empty={empty}
          onChange={change}
          faults={faults}
        />
      </div>
      <SuiteChoices draft={draft} change={change} offer={offer} />
    </fieldset>
  )
}

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

const RUN: readonly PlainField<'replicates' | 'suite' | 'seed'>[] = [
  {
    path: 'replicates',
    label: 'Replicates',
    about: 'how often the benchmark is repeated, each time with its own seeds',
    empty: '1',
    numeric: true,
  },
  { path: 'suite', label: 'Suite', about: 'evaluations that are reported as one table', empty: 'none' },
  {
    path: 'seed',
    label: 'Seed',
    about: 'the same seed with the same model draws the same answers; a whole number from 0',
    empty: '0',
    numeric: true,
  },
]

/** A suite is named beside its benchmarks. */
function runFields({ isSuite }: FormProps['draft']) {
  return isSuite ? RUN.filter(({ path }) => path !== 'suite') : RUN
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
function SamplingSection({ draft, change, faults, offer }: FormProps) {
  const { sampling, reasoning, paper } = draft
  return (
    <fieldset id="sampling">
      <legend>Repeats and sampling</legend>
      <p className="muted">An empty field uses the benchmark’s value, or else the grey one.</p>
      <div className="fields">
        <PlainFields fields={runFields(draft)} values={draft} onChange={change} faults={faults} />
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
        <StopField draft={draft} change={change} faults={faults} />
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

function StopField({ draft: { sampling }, change, faults }: Omit<FormProps, 'offer'>) {
  return (
    <LinesField
      path="sampling.stop"
      label="Stop sequences"
      about={'the answer ends before the first of these texts: one a line, at most 4; \\n is a line break'}
      value={sampling['stop'] ?? ''}
      onChange={(lines) => change({ sampling: { ...sampling, stop: lines } })}
      faults={faults}
    />
  )
}

const REASONING = 'It thinks before it answers, and gets room for both: 32,768 tokens where nothing else is set.'
const PAPER = 'as the paper does, instead of merging those of equal value (0.5 and 1/2).'

interface Props extends FormProps {
  readonly webhooks: Offer['webhooks']
}

/** The evaluation's caps, and who is notified of its end. */
function LimitsSection(props: Props) {
  const { draft, change } = props
  return (
    <fieldset id="limits">
      <legend>Limits</legend>
      <p className="muted">At a cap it stops and keeps its samples. You can extend it later.</p>
      <div className="fields">
        <CapField {...props} cap="calls" about="answers, rankings and scores, without redraws" />
        <CapField {...props} cap="tokens" about="of prompts and answers together" />
        <AuditField {...props} />
      </div>
      <UntilField {...props} />
      <CheckField
        label="Interactive."
        about="It runs before other work, for at most 512 samples."
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
      about="share of questions that take all samples, such as 0.05, to measure how often stops agree with them"
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
      about="Idle slots draw samples that questions will probably need. It may end sooner and waste some calls; no verdict changes. Not used with a cap."
      checked={lookahead !== 'off'}
      onChange={(on) => change({ lookahead: on ? 'auto' : 'off' })}
    />
  )
}

/** Who is notified of the evaluation's end; nothing if the fleet has no webhooks. */
function NotifyField({ draft: { notify }, change, faults, webhooks }: Props) {
  if (webhooks.length === 0 && notify === '') return null
  return (
    <div className="fields">
      <SelectField
        path="notify"
        label="Notify when it ends"
        about="one of the webhooks that your operator registered"
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
