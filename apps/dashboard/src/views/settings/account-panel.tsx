import { Scope, type SessionView } from '@cges-fleet/core'
import Link from 'next/link'
import { SignOut } from '../../ui/shell/sign-out'

interface Props {
  readonly signIn: boolean
  readonly caller: NonNullable<SessionView['caller']>
}

/** Who the reader is to this fleet, and what that lets them do. */
export function AccountPanel({ signIn, caller: { team, role, key, scopes, person } }: Props) {
  return (
    <>
      <section className="panel" data-testid="account">
        <h2>{signIn ? 'Signed in' : 'No sign-in'}</h2>
        {signIn ? (
          <p className="muted">{key === null ? PERSON_SESSION : KEY_SESSION}</p>
        ) : (
          <p className="muted">
            This fleet serves this machine only. Anyone who can reach it can do everything. Start it with{' '}
            <code>KEY_PEPPER_FILE</code> set, and it asks for keys.
          </p>
        )}
        <dl className="facts">
          <Fact name="Team">
            <Link href="/settings/team">{team.name}</Link>
          </Fact>
          <Fact name="Role">{role}</Fact>
          {person === null ? null : <Fact name="Name">{person.name}</Fact>}
          {person === null || person.teams.length < 2 ? null : (
            <Fact name="Your teams">{person.teams.map((one) => `${one.team} (${one.role})`).join(', ')}</Fact>
          )}
          {key === null ? null : (
            <>
              <Fact name="Key">{key.name}</Fact>
              <Fact name="Its public part">
                <code>{key.id}</code>
              </Fact>
            </>
          )}
        </dl>
        {signIn ? <SignOut /> : null}
      </section>
      <Scopes held={scopes} />
    </>
  )
}

const KEY_SESSION =
  'This browser keeps a session of 12 hours, not the key. Signing out ends it here; revoking the key, under Keys, ends it everywhere.'
const PERSON_SESSION =
  'You stay signed in for 12 hours, or 2 hours without use. Your groups at the provider give your teams and roles.'

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Scopes({ held }: { readonly held: Props['caller']['scopes'] }) {
  return (
    <section className="panel">
      <h2>What you may do</h2>
      <ul className="scopes">
        {Scope.options.map((scope) => (
          <li key={scope} className={held.includes(scope) ? '' : 'muted'}>
            <span className="scope-mark">{held.includes(scope) ? 'yes' : 'no'}</span> {SCOPE_WORDS[scope]}
          </li>
        ))}
      </ul>
      {held.length === Scope.options.length ? null : (
        <p className="muted">For more rights, ask an admin of your team for another role.</p>
      )}
    </section>
  )
}

/** What each permission allows its holder, worded for a list. */
const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'evaluations:read': 'See the team’s evaluations, compare and export them',
  'benchmarks:read': 'See benchmarks',
  'pools:read': 'See pools',
  'evaluations:write':
    'Submit evaluations; pause, extend and cancel them; tag them; rename, archive and delete your own',
  'evaluations:manage': 'Rename, archive and delete evaluations of others in the team',
  'benchmarks:write': 'Import benchmarks',
  'keys:read': 'See the team’s keys, without their secrets',
  'pools:operate': 'Pause pools and set their prices; see which team uses them',
  'keys:manage': 'Make and revoke the team’s keys',
  'teams:manage': 'Make teams, and change the limits of any',
  'audit:read': 'Read the log of keys, teams and refused access',
}
