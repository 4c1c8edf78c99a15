import type { WebhookFailure, WebhookTestView } from './schemas/webhook.js'

type Ended = Pick<WebhookTestView, 'status' | 'tookMs' | 'endedAt' | 'failure' | 'detail'>

/** Says what became of a test of a webhook: what the receiver answered and how soon, or what failed and what to check. */
export function webhookTestWords({ status, tookMs, endedAt, failure, detail }: Ended): string {
  if (endedAt === null) return 'Sending…'
  const after = tookMs === null ? '' : ` after ${durationWords(tookMs)}`
  if (failure === null) return `Accepted: the receiver answered ${status ?? ''}${after}.`
  const cause = detail === null ? '' : ` (${detail})`
  return FAILED[failure]({ status: String(status), after, cause })
}

interface Told {
  readonly status: string
  readonly after: string
  readonly cause: string
}

const FAILED: Readonly<Record<WebhookFailure, (told: Told) => string>> = {
  status: ({ status, after }) => `Not accepted: the receiver answered ${status}${after}. Expected 200 to 299.`,
  redirect: ({ status, after }) =>
    `Not accepted: the receiver answered ${status}${after}, a redirect. Enter the address it leads to.`,
  timeout: ({ after }) => `No answer${after}. Check that the receiver answers before it starts long work.`,
  name: ({ cause }) => `The name of its host cannot be resolved${cause}. Check the address.`,
  refused: ({ cause }) => `The host refuses the connection${cause}. Check the port and that the receiver runs.`,
  unreachable: ({ cause }) => `The host cannot be reached${cause}. Check the network between it and the coordinators.`,
  tls: ({ cause }) => `The encrypted connection failed${cause}. Check the receiver’s certificate.`,
  broken: ({ after, cause }) => `The receiver ended the connection without an answer${after}${cause}.`,
  private: ({ cause }) =>
    `Its address is in a private network${cause}. Your operator allows that with "private": true.`,
  not_configured: () => 'A coordinator does not have this webhook. Give every coordinator the same WEBHOOKS_FILE.',
  not_taken: () => 'No coordinator sent it within 30 s. Check that one is running.',
  lost: () => 'The coordinator stopped before it noted an answer. Test again.',
}

function durationWords(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}
