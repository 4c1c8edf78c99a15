import type { AuditTopic } from '@cges-fleet/core'

/** Which entries of the log are shown: all unless chosen. */
export interface LogChoice {
  readonly by?: string | undefined
  readonly about?: AuditTopic | undefined
}

const TOPICS: Readonly<Record<AuditTopic, string>> = {
  access: 'refused access',
  evaluation: 'evaluations',
  key: 'keys',
  member: 'members of teams',
  person: 'people ended',
  pool: 'pools',
  session: 'sign-ins',
  share: 'share links',
  team: 'teams',
  webhook: 'webhooks',
}

/** Returns the topic of a query's word; undefined for any other word. */
export function topicOf(word: string | undefined): AuditTopic | undefined {
  return Object.keys(TOPICS).find((topic): topic is AuditTopic => topic === word)
}

/** Chooses whose entries are shown and what about; works without scripts. */
export function LogFilter({ choice: { by, about } }: { readonly choice: LogChoice }) {
  return (
    <form className="new-key log-filter" method="get" action="/settings/audit">
      <label>
        Only by
        <input name="by" maxLength={120} defaultValue={by ?? ''} placeholder="a person’s name or a key’s ID" />
      </label>
      <label>
        Only about
        <select name="about" defaultValue={about ?? ''}>
          <option value="">everything</option>
          {Object.entries(TOPICS).map(([topic, title]) => (
            <option key={topic} value={topic}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Show</button>
    </form>
  )
}
