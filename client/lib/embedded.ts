/**
 * What the server put into the HTML: user, config and the data of the page (API-17..API-21). The page data is used
 * once; on returning to the same address it is loaded from the server.
 */
import type { AppConfig, Embedded } from '../../domain/app.ts'

export type EmbeddedPage = Pick<Embedded, 'path' | 'serverData' | 'status'>

/** Without the server (component tests) the page starts as the shell does. */
const NOTHING: Embedded = {
  user: null,
  config: {
    app_name: 'Challenge Hut',
    app_version: '0.0.0',
    app_url: '',
    per_page: 10,
    is_free: false,
    contact: null,
    socket_url: '/socket',
    csrf_token: '',
    server_time: 0
  },
  path: '',
  serverData: null,
  status: 0,
  rendered_at: null
}

function read(): Embedded {
  if (typeof document === 'undefined') return NOTHING
  const text = document.getElementById('embedded')?.textContent
  return text ? (JSON.parse(text) as Embedded) : NOTHING
}

const start = read()
let page: EmbeddedPage | null = start
let renderedAt = start.rendered_at

export const config: AppConfig = start.config
export const firstUser = start.user
/** The address that the HTML was sent for; empty in the shell. */
export const openedAt = start.path
/** The HTML belongs to no address and knows nobody: it was kept in this browser (client/worker/). */
export const isShell = openedAt === ''

/** The server has rendered the page, and what it rendered is what the page shows first. */
export const isRendered = (): boolean => renderedAt !== null && !mayLackWrite()
/** The server's time at which it rendered the page, which is the time that the page shows first. */
export const getRenderedAt = (): number | null => renderedAt

/** On the server: what follows is rendered of this page. */
export function beginRendering(embedded: Embedded): void {
  Object.assign(config, embedded.config)
  renderedAt = embedded.rendered_at
}

export function takeEmbeddedPage(path: string): EmbeddedPage | null {
  const taken = page?.path === path && !mayLackWrite() ? page : null
  page = null
  return taken
}

const LAST_WRITE = 'last-write'

/** A write has had its response, maybe while this page was already being left for the next one. */
export function noteWrite(): void {
  try {
    sessionStorage.setItem(LAST_WRITE, String(Date.now()))
  } catch {
    // Without storage the page shows its data as it came.
  }
}

/** Whether a write of the page before ended after this one was asked for: its data may be from before that write. */
function mayLackWrite(): boolean {
  try {
    return Number(sessionStorage.getItem(LAST_WRITE)) >= performance.timeOrigin
  } catch {
    return false
  }
}
