import { expect, it } from 'vitest'
import { isThisComputer } from './this-computer.js'

it.each(['localhost', 'app.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s is this computer', (host) => {
  expect(isThisComputer(host)).toBe(true)
})

it.each(['cges.example.org', '10.0.0.5', 'localhost.example.org', '128.0.0.1', '[::2]'])('%s is another', (host) => {
  expect(isThisComputer(host)).toBe(false)
})
