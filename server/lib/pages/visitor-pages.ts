/**
 * Pages for who is not signed in. They are rendered, so that they can be read before the page's code arrives or without
 * it, and everybody who asks for an address within a second gets the same
 * (docs/decisions/0019-pages-rendered-on-the-server.md).
 */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Embedded, RenderPage } from '../../../domain/app.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { keptShortly } from '../kept-shortly.ts'
import { type Found, headTags, htmlDocument, settings } from './html-document.ts'

const SHARED_FOR = 1000
const MOST_SHARED = 100
/** Who waits longer for the page's code gets the page without. */
const PATIENCE = 2000
/** Of each second, ms. */
const MOST_RENDERING = 500
/** Of these, ms for one network address: a visitor who asks for ever new pages must not keep the others from theirs. */
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
  /** The address as it is written in the routes. */
  route: string | undefined
  /** What was made for others just before will do. */
  isShared: boolean
  /** The network address that asks. */
  from: string
  find: () => Promise<Found>
}

interface Shared {
  status: number
  /** The HTML, without what each visitor has of their own. */
  fill: (csrfToken: string, serverTime: number) => Buffer
}

export type VisitorPages = (visit: Visit) => Promise<Shared>

/**
 * Renders a page; null where that fails, and then the browser makes it.
 * @param from the network address that asks
 */
export type TryRender = (embedded: Embedded, from: string) => Promise<string | null>

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
    if (spent > MOST_RENDERING || (spentFor.get(from) ?? 0) > MOST_RENDERING_FOR_ONE) return null
    let stop = (): void => {}
    const late = new Promise<never>((_, reject) => {
      stop = clock.after(PATIENCE, () => reject(new Error(`It took longer than ${PATIENCE} ms.`)))
    })
    try {
      return await Promise.race([render(embedded), late])
    } catch (err) {
      log.error({ err, path: embedded.path.split('?')[0] }, 'a page could not be rendered')
      return null
    } finally {
      stop()
      const took = clock.now() - began
      spent += took
      spentFor.set(from, (spentFor.get(from) ?? 0) + took)
    }
  }
}

export function createVisitorPages({ clock, config, shell, tryRender }: Needs): VisitorPages {
  const share = keptShortly<Shared>(clock, { keptFor: SHARED_FOR, most: MOST_SHARED })

  async function make({ url, route, from, find }: Omit<Visit, 'isShared'>): Promise<Shared> {
    const found = await find()
    const { serverData, status } = found
    const now = clock.now()
    const ofVisitor = { ...settings(config), csrf_token: TOKEN, server_time: TIME }
    const embedded: Embedded = { user: null, config: ofVisitor, path: url, serverData, status, rendered_at: now }
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

/** They mark where something is filled in. Nobody can guess the first, and no text can contain a key of JSON. */
const TOKEN = randomUUID()
const TIME = -1
const MARKS = new RegExp(`(${TOKEN}|(?<="server_time":)${TIME})`)

/** As bytes, since a page is larger than what is filled in: encoding it for each visitor took the most time. */
function fillIn(html: string): Shared['fill'] {
  const parts = html.split(MARKS).map((text, index) => (index % 2 === 0 ? Buffer.from(text) : text))
  return (csrfToken, serverTime) => {
    const [token, time] = [Buffer.from(csrfToken), Buffer.from(String(serverTime))]
    return Buffer.concat(parts.map(part => (typeof part !== 'string' ? part : part === TOKEN ? token : time)))
  }
}
