import { expect, it } from 'vitest'
import { demoScenario } from '@cges-fleet/formats'
import { simulatedResponder } from '../simulated/simulated-responder.js'
import { startSimulator } from '../start-simulator.js'
import { chatBody } from '../testing/ask-simulator.js'

it('answers the error a client asks for by a header, and nothing else', async () => {
  const respond = simulatedResponder('m', demoScenario())
  const simulator = await startSimulator({ model: 'm', respond, ownedBy: 'cges-fleet-simulator', timeScale: 0 })
  const asked = (status: string) =>
    fetch(`${simulator.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-return-error': status },
      body: JSON.stringify(chatBody('What?', { stream: false, stream_options: null })),
    })
  try {
    const refused = await asked('503')
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: { code: 503 } })
    for (const status of ['200', '99', 'soon']) expect((await asked(status)).status).toBe(200)
  } finally {
    await simulator.close()
  }
})
