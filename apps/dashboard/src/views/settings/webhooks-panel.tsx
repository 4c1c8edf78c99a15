import type { WebhookList } from '@cges-fleet/core'
import { WebhooksTable } from './webhooks-table'

/** The webhooks that can be notified of an evaluation's end; they are configured with the fleet, and only tested here. */
export function WebhooksPanel({ webhooks }: WebhookList) {
  return (
    <section className="panel" data-testid="webhooks">
      <h2>Webhooks</h2>
      {webhooks.length === 0 ? (
        <>
          <p>Your team has none.</p>
          <p className="muted">
            A webhook gets a message when an evaluation ends. Your fleet’s operator adds it, with a secret, to the file
            that <code>WEBHOOKS_FILE</code> names, and restarts the coordinators. You then choose it in a new
            evaluation, under Limits.
          </p>
        </>
      ) : (
        <>
          <p className="muted">
            Choose one under Limits in a new evaluation. Its page then shows each delivery. Your fleet’s operator adds
            and removes webhooks. Only the host of an address is shown.
          </p>
          <WebhooksTable webhooks={webhooks} />
          <p className="muted">
            A test is one message of the type <code>webhook.test</code>, or one sentence where the format is Slack. It
            is not repeated if it fails.
          </p>
        </>
      )}
    </section>
  )
}
