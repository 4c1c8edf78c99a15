'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useKeys } from '../frame/use-keys'

/** A link to the worst disagreement, with its key. */
export function WorstLink({ address }: { readonly address: string }) {
  const { push } = useRouter()
  useKeys({ w: () => push(address) })
  return (
    <Link
      className="chip worst"
      href={address}
      prefetch={false}
      aria-keyshortcuts="w"
      title="Of the questions that some method got right, the one where another was surest when it stopped, and wrong. Key: w"
    >
      Worst disagreement →
    </Link>
  )
}
