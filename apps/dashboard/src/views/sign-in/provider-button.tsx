import { SignInFault } from '@cges-fleet/core'
import { pathOf, StartSignIn } from '@cges-fleet/core/contract'

interface Props {
  /** What the fleet calls its provider. */
  readonly name: string
  /** The page after sign-in. */
  readonly to: string
}

/** Leads to the provider of single sign-on. */
export function ProviderButton({ name, to }: Props) {
  return (
    <p>
      {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- an address of the API, which leads on to the provider */}
      <a className="button" href={pathOf(StartSignIn, { query: { to } })}>
        Continue with {name}
      </a>
    </p>
  )
}

const WORDS: Readonly<Record<SignInFault, string>> = {
  provider: 'The sign-in provider does not answer. Try again in a minute.',
  refused: 'The sign-in was refused. Try again. If that does not help, ask your fleet’s operator.',
  stale: 'This sign-in took too long, or was used already. Sign in again.',
  'no-team': 'Your account is in no team of this fleet. Ask your fleet’s operator to add one of your groups.',
  ended: 'Your access to this fleet was ended. Ask your fleet’s operator.',
}

/** Says why the last sign-in did not work, if the address says there was one. */
export function SignInFaultNotice({ fault }: { readonly fault: unknown }) {
  const known = SignInFault.safeParse(fault)
  if (!known.success) return null
  return (
    <p role="alert" className="bad">
      {WORDS[known.data]}
    </p>
  )
}
