// Lets one process at a time make a checkout ready: two builds in one folder break each other.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Takes a file that names this process; waits while another that lives has it. It is given back when this process ends. */
export async function oneAtATime(file) {
  mkdirSync(dirname(file), { recursive: true })
  for (let isTold = false; !take(file); isTold = true) {
    const holder = holderOf(file)
    if (!lives(holder)) {
      rmSync(file, { force: true })
      continue
    }
    if (!isTold) console.error(`Waiting for process ${holder}, which prepares this checkout …`)
    await sleep(300)
  }
  process.once('exit', () => rmSync(file, { force: true }))
}

/** A link appears with its content, unlike a file that is created and then written. */
function take(file) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function lives(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
