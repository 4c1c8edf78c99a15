'use client'

import { useState } from 'react'

const SAID_MS = 3_000

/** Copies a text; false if the browser does not let pages do that, as without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/**
 * Copies the address of the current view with all its choices: anyone in the team who opens it sees the same, once
 * signed in.
 */
export function CopyLink() {
  const [said, setSaid] = useState('')
  const say = (text: string) => {
    setSaid(text)
    setTimeout(() => setSaid(''), SAID_MS)
  }
  const copy = async () => say((await copyText(location.href)) ? 'Copied' : 'Not allowed')
  return (
    <button
      type="button"
      className="quiet"
      onClick={() => void copy()}
      title="Copy this page’s address with everything chosen on it, for people of your team. They sign in to open it."
    >
      {said === '' ? (
        <>
          <span className="toggle-word">Copy</span> <span className="link-word">team link</span>
        </>
      ) : (
        said
      )}
      <span className="sr-only" role="status">
        {said}
      </span>
    </button>
  )
}

/** A command to run, with a button that copies it. */
export function Copyable({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(text))
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
