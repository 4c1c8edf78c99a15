'use client'

import { type ButtonHTMLAttributes, useSyncExternalStore } from 'react'

/** A form's button, disabled until the page's scripts run: a form submitted before would lose what was entered. */
export function SubmitButton({ disabled = false, ...rest }: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>) {
  const isReady = useScriptsRun()
  return <button {...rest} type="submit" disabled={disabled || !isReady} />
}

const never = () => () => undefined

/** Returns whether the page's scripts are running. */
export function useScriptsRun(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
