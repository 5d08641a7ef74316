/**
 * Renders a page to HTML for visitors. The build writes this to `dist/.server`, and the server loads it from there
 * (docs/decisions/0019-pages-rendered-on-the-server.md).
 */
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type LoaderFunctionArgs, StaticRouterProvider } from 'react-router'
import type { RenderPage } from '../domain/app.ts'
import { App } from './App.tsx'
import { beginRendering } from './lib/embedded.ts'
import { Hydrating } from './lib/hydrated.ts'
import { dataOf } from './lib/page.ts'
import { createQueryClient, pageQuery, paramsIn } from './lib/page-cache.ts'
import { setUser } from './lib/user.ts'
import { createRoutes } from './routes.tsx'

const { query, dataRoutes } = createStaticHandler(createRoutes(pagePutter))

/** The loader of a page on the server. The server has the data already. */
function pagePutter(path: string) {
  return ({ request: { url }, params, context }: LoaderFunctionArgs): null => {
    const { embedded, client } = context as Rendering
    const { queryKey } = pageQuery({ path }, { params: paramsIn(path, params), search: new URL(url).search })
    client.setQueryData<unknown>(queryKey, dataOf(embedded))
    return null
  }
}

interface Rendering {
  embedded: Parameters<RenderPage>[0]
  client: ReturnType<typeof createQueryClient>
}

export const renderPage: RenderPage = async embedded => {
  const client = createQueryClient()
  const requestContext: Rendering = { embedded, client }
  const context = await query(new Request(`http://localhost${embedded.path}`), { requestContext })
  if (context instanceof Response) throw new Error('No page redirects.')
  const router = createStaticRouter(dataRoutes, context)
  // Rendering is synchronous from here on, so modules may hold the state of this page.
  beginRendering(embedded)
  setUser(embedded.user)
  try {
    return renderToString(
      <App client={client}>
        <Hydrating>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </Hydrating>
      </App>
    )
  } finally {
    setUser(null)
  }
}
