import type { EvaluationView } from '@cges-fleet/core'
import { countedOf } from '@cges-fleet/core/counted'
import { statusWords } from '@cges-fleet/core/status-words'

/** How often a hidden page asks whether the evaluation has ended; browsers may stretch it to a minute. */
const ASK_MS = 15_000

const WHY_NOT: Readonly<Record<NotificationPermission, string | null>> = {
  granted: null,
  denied: 'Your browser blocks notifications from this site. Allow them in its settings for the site, then try again.',
  default: 'You closed the browser’s question without an answer. Notifications stay off.',
}

/** Asks whether this page may notify, which a browser puts to the reader once; returns why not, null if it may. */
export async function askPermission(): Promise<string | null> {
  if (!('Notification' in globalThis) || !isSecureContext) {
    return 'Notifications work over https, or on the machine that runs the dashboard.'
  }
  const { permission } = Notification
  return WHY_NOT[permission === 'default' ? await Notification.requestPermission() : permission]
}

/** Keeps asking while the page is hidden, when its stream rests; returns how to stop. */
export function watchHidden(ask: () => Promise<void>): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'hidden') void ask()
  }, ASK_MS)
  return () => clearInterval(timer)
}

/** Notifies that an evaluation has ended; pressing it brings its page to the front. */
export function notifyOfEnd(view: EvaluationView): void {
  const { id, name, trials } = view
  const body = `${statusWords(view)}: ${countedOf(trials.closed, trials.total, 'question')} finished.`
  const notice = new Notification(name, { body, tag: id })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
  })
}
