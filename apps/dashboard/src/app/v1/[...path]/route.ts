import { forward } from '../../../api/forward'

interface Context {
  params: Promise<{ path: string[] }>
}

export const dynamic = 'force-dynamic'

async function handle(request: Request, { params }: Context): Promise<Response> {
  const { path } = await params
  return forward(request, path)
}

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT }
