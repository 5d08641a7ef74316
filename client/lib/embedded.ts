/**
 * What the server put into the HTML: user, config and the data of the page that was asked for (API-17..API-21).
 * The page data is given out once; whoever comes back to the same address later asks the server again.
 */
import type { AppConfig, Embedded } from '../../domain/app.ts'

/** Without a server in front (vite alone, component tests) the page starts as a visitor's and asks for everything. */
const NOTHING: Embedded = {
  user: null,
  config: {
    app_name: 'Challenge Hut',
    app_url: '',
    per_page: 10,
    socket_url: '/socket',
    csrf_token: '',
    server_time: 0
  },
  path: '',
  serverData: null,
  status: 0
}

function read(): Embedded {
  const text = document.getElementById('embedded')?.textContent
  return text ? (JSON.parse(text) as Embedded) : NOTHING
}

const start = read()
let page: Pick<Embedded, 'path' | 'serverData' | 'status'> | null = start

export const config: AppConfig = start.config
export const firstUser = start.user
export const hasEmbedded = start !== NOTHING

export function takeEmbeddedPage(path: string): Pick<Embedded, 'serverData' | 'status'> | null {
  const taken = page?.path === path ? page : null
  page = null
  return taken
}
