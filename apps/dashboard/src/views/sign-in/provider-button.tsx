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

const WORDS: Readonly<Record<Exclude<SignInFault, 'no-groups'>, string>> = {
  provider: 'The sign-in provider does not answer. Try again in a minute.',
  refused: 'The sign-in was refused. Try again. If that does not help, ask your fleet’s operator.',
  stale: 'This sign-in took too long, or was used already. Sign in again.',
  'no-team': 'Your account is in no team of this fleet. Ask your fleet’s operator to add one of your groups.',
  ended: 'Your access to this fleet was ended. Ask your fleet’s operator.',
}

interface FaultProps {
  readonly fault: unknown
  /** The claim that the provider sends groups in. */
  readonly groupsClaim: string | null
}

/** Says why the last sign-in did not work, if the address says there was one. */
export function SignInFaultNotice({ fault, groupsClaim }: FaultProps) {
  const known = SignInFault.safeParse(fault)
  if (!known.success) return null
  return (
    <p role="alert" className="bad">
      {known.data === 'no-groups' ? noGroupsWords(groupsClaim) : WORDS[known.data]}
    </p>
  )
}

function noGroupsWords(claim: string | null): string {
  return (
    `Your sign-in has no claim “${claim ?? 'groups'}”: you are in no group, or the provider does not send groups to this ` +
    'fleet. Ask your fleet’s operator: the API’s log says what to set.'
  )
}

/** Says why a session that was here goes on no more. */
export function LeftNotice({ team }: { readonly team: string }) {
  return (
    <p role="alert" className="bad">
      Your access to team {team} ended: none of your groups has a role in it any more. Ask an admin of the team.
    </p>
  )
}
