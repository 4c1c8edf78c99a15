import { type Preset, PRESETS } from './paper-presets.js'

/** Finds a preset by its name; null if there is none. */
export function findPreset(name: unknown): Preset | null {
  return PRESETS.find((preset) => preset.name === name) ?? null
}
