import type { WebhookMessage } from '@cges-fleet/core'
import { createTransport } from 'nodemailer'
import type { Sent } from './message.js'
import { LONGEST_SENTENCE, sentenceOf } from './sentence.js'
import type { Smtp } from './webhook.js'

/** How long each step of the exchange has, and all of it. */
const STEP_MS = 10_000
const IN_ALL_MS = 30_000

/** The most characters of a subject, a header that some servers bound. */
const LONGEST_SUBJECT = 150

/** An e-mail as it is written. */
interface Email {
  readonly subject: string
  readonly text: string
}

/** Writes a message as an e-mail: one sentence, with a link to its page if there is one. No name breaks a line of it. */
export function emailOf(message: WebhookMessage): Email {
  const sentence = cut(oneLine(sentenceOf(message)), LONGEST_SENTENCE)
  const subject = message.type === 'webhook.test' ? 'cges-fleet: a test' : `cges-fleet: ${subjectOf(message)}`
  const link = message.link === null ? '' : `\n\n${message.link}`
  return { subject: cut(oneLine(subject), LONGEST_SUBJECT), text: `${sentence}${link}\n` }
}

const HAPPENED = { 'evaluation.ended': 'ended', 'evaluation.stuck': 'is stuck', 'evaluation.alarm': 'raised an alarm' }

function subjectOf({ type, evaluation }: Exclude<WebhookMessage, { readonly type: 'webhook.test' }>): string {
  return `${evaluation.name} ${HAPPENED[type]}`
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/**
 * Sends an e-mail to one address. Its `Message-ID` is the message's own, the same at every attempt. The server's last
 * reply is the status: 250 if it took the message.
 */
export async function sendEmail(smtp: Smtp, to: string, message: WebhookMessage): Promise<Sent> {
  const url = new URL(smtp.url)
  const secure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !smtp.plain,
    ignoreTLS: smtp.plain,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = smtp.from.slice(smtp.from.lastIndexOf('@') + 1)
  const headers = { 'Auto-Submitted': 'auto-generated' }
  const mail = { from: smtp.from, to, messageId: `<${message.id}@${domain}>`, headers, ...emailOf(message) }
  const late = new Promise<Sent>((resolve) => setTimeout(() => resolve(LATE), IN_ALL_MS).unref())
  const sent = transport.sendMail(mail).then(({ response }) => answered(response), failedBy)
  return Promise.race([sent, late]).finally(() => transport.close())
}

const LATE: Sent = { kind: 'failed', failure: 'timeout', detail: `not taken within ${IN_ALL_MS / 1000} s` }

function answered(response: string): Sent {
  return { kind: 'answered', status: Number(/^\d{3}/.exec(response)?.[0] ?? 250) }
}

interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly syscall?: string
}

function failedBy(error: SmtpError): Sent {
  if (error.responseCode !== undefined) return { kind: 'answered', status: error.responseCode }
  return { kind: 'failed', failure: failureOf(error), detail: cut(oneLine(error.message), 200) }
}

function failureOf({ code, syscall, message }: SmtpError): 'timeout' | 'name' | 'refused' | 'tls' | 'broken' {
  if (code === 'ETIMEDOUT') return 'timeout'
  if (code === 'EDNS' || syscall === 'getaddrinfo') return 'name'
  if (message.includes('ECONNREFUSED')) return 'refused'
  return code === 'ETLS' || /certificate|SSL|TLS/i.test(message) ? 'tls' : 'broken'
}
