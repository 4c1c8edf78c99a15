import type { ReactNode } from 'react'

/** What a link becomes in a file, which has no page to lead to: its words. */
export default function PlainLink({ children }: { readonly children: ReactNode }) {
  return <span>{children}</span>
}
