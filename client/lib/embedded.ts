/**
 * The data that the server embeds in the HTML: user, config and page data (API-17..API-21). The page data is used
 * once; returning to the same address loads it from the server.
 */
import type { AppConfig, Embedded } from '../../domain/app.ts'
import { readStored, store } from './storage.ts'

export type EmbeddedPage = Pick<Embedded, 'path' | 'serverData' | 'status' | 'refusal'>

/** Without the server (component tests) the page starts like the shell. */
const NOTHING: Embedded = {
  user: null,
  config: {
    app_name: 'Challenge Hut',
    app_version: '0.0.0',
    app_url: '',
    per_page: 10,
    is_free: false,
    contact: null,
    source_url: null,
    logo: null,
    accent: null,
    announcement: '',
    has_imprint: false,
    sends_mail: true,
    registration: 'open',
    single_sign_on: null,
    members_invite: false,
    members_only: false,
    staff_only: [],
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
/** The address that the HTML belongs to; empty in the shell. */
export const openedAt = start.path
/** The shell is HTML that the service worker keeps, without an address and without a user (client/worker/). */
export const isShell = openedAt === ''

/** The server has rendered the page, so the first render must show the same. */
export const isRendered = (): boolean => renderedAt !== null
/** The server's time of rendering, which the first render must use. */
export const getRenderedAt = (): number | null => renderedAt

/** On the server: renders the following components with this data. */
export function beginRendering(embedded: Embedded): void {
  Object.assign(config, embedded.config)
  renderedAt = embedded.rendered_at
}

/** The data in the HTML, once. A rendered page needs it to show the same at first, even if it may lack a write. */
export function takeEmbeddedPage(path: string): EmbeddedPage | null {
  const taken = page?.path === path && (isRendered() || !mayLackWrite()) ? page : null
  page = null
  return taken
}

const LAST_WRITE = 'last-write'

/** Call when a write has had its response. The page may already be loading the next one. */
export function noteWrite(): void {
  store(LAST_WRITE, String(Date.now()), 'sessionStorage')
}

/** Whether a write of the previous page ended after this page was requested. Then its data may lack that write. */
export function mayLackWrite(): boolean {
  return Number(readStored(LAST_WRITE, 'sessionStorage')) >= performance.timeOrigin
}
