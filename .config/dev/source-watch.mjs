import { once, EventEmitter } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { foldersBelow } from './folders-below.mjs'

/** Editors write a file in several steps, and people several files. */
const SETTLE_MS = 100

/** Watches the sources of apps and packages by their folders: a file that an editor puts in another's place is seen too. */
export class SourceWatch {
  #watched = new Map()
  #events = new EventEmitter()
  #hasChanged = false

  constructor() {
    this.#look()
  }

  /** Waits until something has changed since the last call. */
  async changed() {
    if (!this.#hasChanged) await once(this.#events, 'change')
    await sleep(SETTLE_MS)
    this.#look()
    this.#hasChanged = false
  }

  /** Folders come and go. */
  #look() {
    for (const [folder, watcher] of this.#watched) {
      if (existsSync(folder)) continue
      watcher.close()
      this.#watched.delete(folder)
    }
    for (const { folder } of foldersBelow('src')) {
      if (this.#watched.has(folder)) continue
      const watcher = watch(folder, () => this.#note())
      watcher.on('error', () => this.#note())
      this.#watched.set(folder, watcher)
    }
  }

  #note() {
    this.#hasChanged = true
    this.#events.emit('change')
  }
}
