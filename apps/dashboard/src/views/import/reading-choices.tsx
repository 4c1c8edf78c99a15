'use client'

import type { AnswersFrom } from '@cges-fleet/formats'
import { useState } from 'react'
import { KINDS } from '../benchmarks/kinds'
import { TABLES } from '../../ui/files/endings'
import { CheckField } from '../new/fields'
import type { ChosenReading } from './use-log'

interface Props {
  readonly chosen: ChosenReading
  readonly change: (changes: Partial<ChosenReading>) => void
}

const ANSWERS: Readonly<Record<AnswersFrom, string>> = {
  log: 'as the log read them',
  text: 'read again from the texts',
}

/** How the log is read: the options of `cges import`, of which most logs need none. */
export function ReadingChoices(props: Props) {
  return (
    <details className="panel">
      <summary>Read it differently</summary>
      <div className="fields">
        <ReadingFields {...props} />
      </div>
    </details>
  )
}

function ReadingFields({ chosen, change }: Props) {
  return (
    <>
      <ChosenField
        label="Answers are a"
        none="found in the log"
        texts={KINDS}
        value={chosen.kind}
        onChoose={(kind) => change({ kind })}
      />
      <ChosenField
        label="Answers are taken"
        none="as the log read them, where it did"
        texts={ANSWERS}
        value={chosen.answers}
        onChoose={(answers) => change({ answers })}
      />
      <TypedField
        label="Fields (--map)"
        placeholder="question=prompt,answer=gold,text=outputs[*].text"
        given={chosen.map}
        onTyped={(map) => change({ map })}
      />
      <TypedField
        label="Filter of lm-evaluation-harness"
        placeholder="that of the first row"
        given={chosen.filter}
        onTyped={(filter) => change({ filter })}
      />
      <MapFields chosen={chosen} change={change} />
      <QuestionsField onChoose={(questions) => change({ questions })} />
      <CheckField
        label="Cut samples vote"
        about="although they ended at a limit"
        checked={chosen.truncatedVote}
        onChange={(truncatedVote) => change({ truncatedVote })}
      />
    </>
  )
}

/** How numbers of the log become confidences. */
function MapFields({ chosen, change }: Props) {
  const placeholder = 'as it is, or logistic:center,scale'
  return (
    <>
      <TypedField
        label="Confidence (--confidence-map)"
        placeholder={placeholder}
        given={chosen.confidenceMap}
        onTyped={(confidenceMap) => change({ confidenceMap })}
      />
      <TypedField
        label="Reward (--reward-map)"
        placeholder={placeholder}
        given={chosen.rewardMap}
        onTyped={(rewardMap) => change({ rewardMap })}
      />
    </>
  )
}

function QuestionsField({ onChoose }: { readonly onChoose: (file: File | null) => void }) {
  return (
    <label className="field">
      <span>File of questions, for logs without (--questions)</span>
      <input type="file" accept={TABLES} onChange={({ target }) => onChoose(target.files?.[0] ?? null)} />
    </label>
  )
}

interface ChosenProps<Value extends string> {
  readonly label: string
  /** What it means that nothing is chosen. */
  readonly none: string
  readonly texts: Readonly<Record<Value, string>>
  readonly value: Value | undefined
  readonly onChoose: (value: Value | undefined) => void
}

function ChosenField<Value extends string>({ label, none, texts, value, onChoose }: ChosenProps<Value>) {
  const values = keysOf(texts)
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value ?? ''} onChange={({ target }) => onChoose(values.find((each) => each === target.value))}>
        <option value="">{none}</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {texts[each]}
          </option>
        ))}
      </select>
    </label>
  )
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[]
}

interface TypedProps {
  readonly label: string
  readonly placeholder: string
  readonly given: string
  /** Called once it was typed to its end, since reading a log takes a while. */
  readonly onTyped: (value: string) => void
}

function TypedField({ label, placeholder, given, onTyped }: TypedProps) {
  const [value, setValue] = useState(given)
  const done = () => {
    if (value !== given) onTyped(value)
  }
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done()
        }}
      />
    </label>
  )
}
