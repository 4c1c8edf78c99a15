import type { ReactNode } from 'react'

/** A link in a file, which has no pages to link to: just its text. */
export default function PlainLink({ children }: { readonly children: ReactNode }) {
  return <span>{children}</span>
}
