'use client'
import { useState } from 'react'

/** A command to run, with a button that copies it. */
export function Copyable({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="copyable">
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </div>
  )
}
