'use client'

import type { WebhookList, WebhookTestView } from '@cges-fleet/core'
import { listWebhooks, testWebhook } from '@cges-fleet/core/addresses'
import { webhookTestWords } from '@cges-fleet/core/webhook-words'
import { useEffect, useState } from 'react'
import { ask } from '../../api/browser'
import { Instant } from '../../ui/format/instant'
import { CardHeads } from '../../ui/table/column-heads'
import { ScrollRegion } from '../../ui/table/scroll-region'

const COLUMNS = ['Name', 'Host', 'Last test', 'Test']

/** Webhooks with what each answered to its last test, and a button that sends another. */
export function WebhooksTable(initial: WebhookList) {
  const { webhooks, failure, send } = useTests(initial.webhooks)
  return (
    <>
      <ScrollRegion label="Webhooks" className="wide">
        <table className="cards" role="table">
          <CardHeads columns={COLUMNS} />
          <tbody role="rowgroup">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.name} of={webhook} send={send} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
    </>
  )
}

interface RowProps {
  readonly of: WebhookList['webhooks'][number]
  readonly send: (webhook: string) => Promise<void>
}

function WebhookRow({ of: { name, host, test }, send }: RowProps) {
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {name}
      </th>
      <td role="cell" data-label="Host">
        {host}
      </td>
      <td role="cell" data-label="Last test" aria-live="polite">
        {test === null ? <span className="muted">none yet</span> : <Outcome of={test} />}
      </td>
      <td role="cell" className="number">
        <button
          type="button"
          aria-label={`Send a test to ${name}`}
          disabled={isOpen(test)}
          onClick={() => void send(name)}
        >
          Send a test
        </button>
      </td>
    </tr>
  )
}

function Outcome({ of: test }: { readonly of: WebhookTestView }) {
  return (
    <>
      <span className={isOpen(test) ? 'muted' : test.failure === null ? '' : 'bad'}>{webhookTestWords(test)}</span>{' '}
      <span className="muted">
        <Instant at={test.at} />
      </span>
    </>
  )
}

const AGAIN_MS = 1_000

/** Sends tests, and reads their outcomes again and again until each has ended. */
function useTests(initial: WebhookList['webhooks']) {
  const [webhooks, setWebhooks] = useState(initial)
  const [failure, setFailure] = useState<string | null>(null)
  const open = webhooks.some(({ test }) => isOpen(test))
  useEffect(() => {
    if (!open) return undefined
    const timer = setInterval(() => {
      void ask(listWebhooks).then((reply) => {
        setFailure(reply.ok ? null : reply.why)
        if (reply.ok) setWebhooks(reply.answer.webhooks)
      })
    }, AGAIN_MS)
    return () => clearInterval(timer)
  }, [open])
  const send = async (webhook: string) => {
    const reply = await ask(testWebhook, { path: { webhook } })
    setFailure(reply.ok ? null : reply.why)
    if (!reply.ok) return
    setWebhooks((before) => before.map((each) => (each.name === webhook ? { ...each, test: reply.answer } : each)))
  }
  return { webhooks, failure, send }
}

function isOpen(test: WebhookTestView | null): boolean {
  return test !== null && test.endedAt === null
}
