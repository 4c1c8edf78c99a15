'use client'
import { useState } from 'react'
import { Copyable } from '../../frame/copyable'
import type { Submission } from './draft'
import { submissionTexts, type Target } from './submission-texts'

/** The same submission for a file, a shell and a program. */
export function SameAsText({ submission, target }: { readonly submission: Submission; readonly target: Target }) {
  const [chosen, setChosen] = useState('YAML')
  const texts = submissionTexts(submission, target)
  const shown = texts.find(({ title }) => title === chosen) ?? texts[0]
  return (
    <details className="panel same-as">
      <summary>The same as YAML, curl or Python</summary>
      <div className="views" role="group" aria-label="As what">
        {texts.map(({ title }) => (
          <button key={title} type="button" aria-pressed={title === shown?.title} onClick={() => setChosen(title)}>
            {title}
          </button>
        ))}
      </div>
      {shown === undefined ? null : (
        <>
          <p className="about">{shown.about}</p>
          <Copyable text={shown.text} key={shown.title} />
        </>
      )}
    </details>
  )
}
