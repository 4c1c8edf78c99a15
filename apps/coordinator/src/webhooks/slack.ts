import type { WebhookMessage } from '@cges-fleet/core'
import { LONGEST_SENTENCE, sentenceOf } from './sentence.js'

/** The body of a message for a webhook that takes what Slack takes: one text, with a link to its page if there is one. */
export function slackBody(message: WebhookMessage): string {
  const { link } = message
  const more = link === null ? '' : ` <${escaped(link)}>`
  return JSON.stringify({ text: `${shortened(escaped(sentenceOf(message)))}${more}` })
}

/** Cuts what is too long, never within an escape or a character. */
function shortened(text: string): string {
  if (text.length <= LONGEST_SENTENCE) return text
  return `${text.slice(0, LONGEST_SENTENCE - 1).replace(/(?:&[a-z]{0,3}|[\ud800-\udbff])$/, '')}…`
}

/** Slack reads these three as markup, such as a mention of everybody. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
