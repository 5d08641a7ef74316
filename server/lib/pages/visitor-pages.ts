/**
 * Renders pages for visitors, so that they can read them before the scripts arrive or without scripts. All visitors who
 * request an address within a second share one page (docs/decisions/0019-pages-rendered-on-the-server.md).
 */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Embedded, RenderPage } from '../../../domain/app.ts'
import { type Clock, inTime } from '../clock.ts'
import type { Config } from '../config.ts'
import { briefCache } from '../sharing/brief-cache.ts'
import { type Found, headTags, htmlDocument, settings } from './html-document.ts'

const SHARED_FOR = 1000
const MOST_SHARED = 100
/** Milliseconds to wait for rendering. After that the page is sent without content. */
const PATIENCE = 2000
/** Milliseconds of rendering per second. */
const MOST_RENDERING = 500
/** Milliseconds of these for one network address, so that one visitor cannot use the time of all others. */
const MOST_RENDERING_FOR_ONE = 150

interface Needs {
  clock: Clock
  config: Config
  log: FastifyBaseLogger
  tryRender: TryRender
  shell: (url: string, route: string | undefined) => string | Promise<string>
}

interface Visit {
  url: string
  /** The path pattern of the route. */
  route: string | undefined
  /** A page that was made for other visitors a moment ago can be used. */
  isShared: boolean
  /** The network address of the visitor. */
  from: string
  find: () => Promise<Found>
}

interface Shared {
  status: number
  /** Fills each visitor's own values into the HTML. */
  fill: (csrfToken: string, serverTime: number) => Buffer
}

export type VisitorPages = (visit: Visit) => Promise<Shared>

/**
 * Renders a page; null when that fails, and then the browser renders it.
 * @param from the network address of the visitor
 */
export type TryRender = (embedded: Embedded, from: string) => Promise<string | null>

/** Browsers shorten an address with `..` or `\`. The renderer would take it for the address of another page. */
function isAsBrowsersSend(path: string): boolean {
  return URL.parse(path, 'http://localhost')?.pathname === path.split(/[?#]/, 1)[0]
}

/** Creates the renderer with its limits of time. */
export function createTryRender({
  clock,
  log,
  render
}: Pick<Needs, 'clock' | 'log'> & { render: RenderPage }): TryRender {
  let second = 0
  let spent = 0
  let spentFor = new Map<string, number>()

  return async (embedded, from) => {
    const began = clock.now()
    if (Math.floor(began / 1000) !== second) {
      second = Math.floor(began / 1000)
      spent = 0
      spentFor = new Map()
    }
    if (!isAsBrowsersSend(embedded.path)) return null
    if (spent > MOST_RENDERING || (spentFor.get(from) ?? 0) > MOST_RENDERING_FOR_ONE) return null
    try {
      return await inTime(clock, PATIENCE, `It took longer than ${PATIENCE} ms.`, () => render(embedded))
    } catch (err) {
      log.error({ err, path: embedded.path.split('?')[0] }, 'a page could not be rendered')
      return null
    } finally {
      const took = clock.now() - began
      spent += took
      spentFor.set(from, (spentFor.get(from) ?? 0) + took)
    }
  }
}

/** Creates the function that makes and shares visitors' pages. */
export function createVisitorPages({ clock, config, shell, tryRender }: Needs): VisitorPages {
  const share = briefCache<Shared>(clock, { keptFor: SHARED_FOR, most: MOST_SHARED })

  async function make({ url, route, from, find }: Omit<Visit, 'isShared'>): Promise<Shared> {
    const found = await find()
    const { serverData, status, refusal } = found
    const page = { path: url, serverData, status, ...(refusal ? { refusal } : {}) }
    const now = clock.now()
    const ofVisitor = { ...settings(config), csrf_token: TOKEN, server_time: TIME }
    const embedded: Embedded = { user: null, config: ofVisitor, ...page, rendered_at: now }
    const rendered = await tryRender(embedded, from)
    const html = htmlDocument(
      await shell(url, route),
      headTags(found, ofVisitor),
      { ...embedded, rendered_at: rendered === null ? null : now },
      rendered ?? ''
    )
    return { status, fill: fillIn(html) }
  }

  return visit => (visit.isShared ? share(visit.url, () => make(visit)) : make(visit))
}

/**
 * Placeholders for each visitor's values. Nobody can guess the token, and no text can contain the JSON key before the
 * time.
 */
const TOKEN = randomUUID()
const TIME = -1
const MARKS = new RegExp(`(${TOKEN}|(?<="server_time":)${TIME})`)

/** Splits the HTML at its placeholders into bytes once. Encoding the whole page for each visitor took the most time. */
function fillIn(html: string): Shared['fill'] {
  const parts = html.split(MARKS).map((text, index) => (index % 2 === 0 ? Buffer.from(text) : text))
  return (csrfToken, serverTime) => {
    const [token, time] = [Buffer.from(csrfToken), Buffer.from(String(serverTime))]
    return Buffer.concat(parts.map(part => (typeof part !== 'string' ? part : part === TOKEN ? token : time)))
  }
}
