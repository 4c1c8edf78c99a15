/** The address of a server without what follows it, and the model it serves. */
export async function modelOf(url: string): Promise<{ url: string; model: string }> {
  const base = url.replace(/\/+$/, '').replace(/\/v1$/, '')
  const models = (await (await fetch(`${base}/v1/models`)).json()) as { data: { id: string }[] }
  return { url: base, model: models.data[0]?.id ?? '' }
}
