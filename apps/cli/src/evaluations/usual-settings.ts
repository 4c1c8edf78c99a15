import { type ConfidenceSignal, usualWindow } from '@cges-fleet/methods'

/** What a setting is read for: the method's budget unless it names one, and the signal that samples have. */
interface SettingContext {
  readonly budget?: number
  readonly signal?: ConfidenceSignal
}

/** Settings the command line fills in, as README has them; the API requires them. */
const USUAL: Readonly<Record<string, Readonly<Record<string, (context: SettingContext) => string>>>> = {
  esc: { window: ({ budget = 16 }) => String(usualWindow(budget)) },
  cges: { confidence: signalOf, gamma: () => '0.99' },
  cisc: { confidence: signalOf },
  'cite-weighted': { confidence: signalOf },
}

function signalOf({ signal = 'lns-arith' }: SettingContext): string {
  return signal
}

/** Fills in the usual settings that a method in text form lacks, and says so through `note`; returns any other unchanged. */
export function withUsualSettings<Method>(
  method: Method,
  note: (text: string) => void,
  context: SettingContext = {},
): Method | string {
  if (typeof method !== 'string') return method
  const [, name = '', given, budget] = /^\s*([a-z-]+)\s*(?::([^@]*))?(@.*)?$/u.exec(method) ?? []
  const own = Number(budget?.slice(1))
  const at = own > 0 ? { ...context, budget: own } : context
  const named = (given ?? '').split(',').map((setting) => setting.split('=')[0]?.trim())
  const missing = Object.entries(USUAL[name] ?? {}).filter(([key]) => !named.includes(key))
  if (missing.length === 0) return method
  const settings = [...(given === undefined ? [] : [given]), ...missing.map(([key, value]) => `${key}=${value(at)}`)]
  const filled = `${name}:${settings.join(',')}${budget ?? ''}`
  note(`${method.trim()} names no ${missing.map(([key]) => key).join(' and no ')}: taken as ${filled}`)
  return filled
}
