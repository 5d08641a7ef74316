/**
 * Serves all pages by one rule (D-20). A loader serves `GET /api{path}` as `{ serverData }`. The same object is
 * embedded in the HTML of `GET {path}`, with the user and the config, so a first visit needs one request.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Embedded } from '../../../domain/app.ts'
import { fillPath } from '../../../domain/lib/endpoint.ts'
import { own } from '../../../domain/lib/own.ts'
import type { DataOf, Page, ParamsOf } from '../../../domain/lib/page.ts'
import { escapeHtml } from '../../../domain/lib/plain-text.ts'
import { Refused, refuse } from '../../../domain/lib/refusal.ts'
import { REMOVED } from '../../../domain/moderation/hidden.ts'
import { type Preview, wordsOf } from '../../../domain/previews/preview.ts'
import type { Dependencies } from '../../dependencies.ts'
import { hasWritten } from '../from-replica.ts'
import { refusalResponse } from '../http/errors.ts'
import { OPEN } from '../security/members-only.ts'
import { addPersonHeader, needPerson } from '../security/person-header.ts'
import { singleFlight } from '../sharing/single-flight.ts'
import type { SignedIn } from '../signed-in.ts'
import { type Found, headTags, htmlDocument, settings } from './html-document.ts'
import { versionOf } from './preview-version.ts'

// biome-ignore lint/suspicious/noExplicitAny: any page, whatever its data
type AnyPage = Page<string, any>

/** Null when the page's head names another picture. */
type PreviewOf<P> = (data: DataOf<P>) => Preview | null

export interface Visit<Params> {
  params: Params
  /** The request used an alias of the page's address. */
  isAlias: boolean
  query: Record<string, unknown>
  viewer: SignedIn | null
  /** The viewer wrote something a moment ago and must see it. */
  wrote: boolean
}

/** A loader throws this when the page has moved to another address. Its contract has `moves`. */
export class Moved extends Error {
  readonly path: string

  constructor(path: string) {
    super(`moved to ${path}`)
    this.name = 'Moved'
    this.path = path
  }
}

/**
 * Redirects to the new address and keeps the query. Browsers do not cache it (`no-store`), because the address may
 * change again.
 */
function leadTo({ path }: Moved, prefix: string, { url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = url.indexOf('?')
  return reply.redirect(prefix + encodeURI(path) + (query < 0 ? '' : url.slice(query)), 301)
}

/** Binds a page and its data. @param preview the picture for links to the page; without it there is none */
export function bindPage<P extends AnyPage>(
  app: FastifyInstance,
  deps: Dependencies,
  page: P,
  load: (visit: Visit<ParamsOf<P>>) => Promise<DataOf<P>>,
  preview?: PreviewOf<P>
): void {
  const visitOf = (request: FastifyRequest, isAlias: boolean): Visit<ParamsOf<P>> => ({
    params: request.params as ParamsOf<P>,
    isAlias,
    query: pick(request.query as Record<string, unknown>, page.query),
    viewer: request.viewer,
    wrote: hasWritten(request)
  })
  const { identify } = deps
  const share = singleFlight<string>('done')

  for (const path of [page.path, ...(page.aliases ?? [])]) {
    const address = `/api${path === '/' ? '' : path}`
    const visit = (request: FastifyRequest): Visit<ParamsOf<P>> => visitOf(request, path !== page.path)
    deps.document({
      contract: page,
      method: 'GET',
      path: address,
      summary: `Data of the page ${path}`,
      pageQuery: page.query,
      response: page.data,
      isPage: true,
      isOpen: page.isOpen,
      moves: page.moves,
      refusals: [...(path.includes(':') ? (['notFound'] as const) : []), ...(page.refusals ?? [])],
      access: page.personal ? 'signed in' : 'everyone',
      meansPerson: true
    })
    app.get(address, {
      config: { isOpen: page.isOpen === true },
      onRequest: async (request, reply) => {
        await identify(request, reply)
        addPersonHeader(request, reply)
        if (page.personal) needPerson(request)
      },
      handler: async (request, reply) => {
        const response = async (): Promise<string> => JSON.stringify({ serverData: await load(visit(request)) })
        try {
          const isAlone = request.viewer || hasWritten(request)
          const text = isAlone ? await response() : await share(request.url, response)
          return await reply.type('application/json; charset=utf-8').send(text)
        } catch (error) {
          if (error instanceof Moved) return leadTo(error, '/api', request, reply)
          throw error
        }
      }
    })
    app.get(path, {
      // The page itself asks visitors to sign in.
      ...OPEN,
      onRequest: identify,
      handler: async (request, reply) => {
        // No page has such an address, so it is a missing file.
        if (/\.\w+$/.test(request.url.split('?')[0] ?? '')) return reply.callNotFound()
        if (page.personal && !request.viewer) {
          return sendHtml(deps, request, reply, { head: { title: page.personal }, serverData: null, status: 200 })
        }
        if (!request.viewer && !page.isOpen && deps.config.hut.members_only) {
          return sendHtml(deps, request, reply, { head: { title: TITLES[401] ?? '' }, serverData: null, status: 401 })
        }
        try {
          return await sendPage(
            deps,
            request,
            reply,
            () => findPage(page, visit(request), load, preview),
            page.personal !== undefined
          )
        } catch (error) {
          if (error instanceof Moved) return leadTo(error, '', request, reply)
          throw error
        }
      }
    })
  }
  if (preview) bindPicture(app, deps, page, load, preview)
}

/** Serves the picture for links to the page. It shows what a visitor sees, for every caller. */
function bindPicture<P extends AnyPage>(
  app: FastifyInstance,
  deps: Dependencies,
  page: P,
  load: (visit: Visit<ParamsOf<P>>) => Promise<DataOf<P>>,
  preview: PreviewOf<P>
): void {
  const share = singleFlight<{ bytes: Buffer; isUnlisted: boolean }>('done')
  app.get(picturePath(page.path), { schema: { hide: true } as object }, async (request, reply) => {
    const params = request.params as ParamsOf<P>
    try {
      const picture = await share(request.url, async () => {
        const data = await load({ params, query: {}, viewer: null, wrote: true, isAlias: false })
        const drawn = preview(data) ?? refuse({ kind: 'notFound' })
        return { bytes: await deps.drawPreview(drawn), isUnlisted: isUnlisted(data) }
      })
      if (picture.isUnlisted) void reply.header('x-robots-tag', 'noindex')
      return await reply.header('cache-control', 'public, max-age=3600').type('image/png').send(picture.bytes)
    } catch (error) {
      if (error instanceof Moved) return leadTo(new Moved(picturePath(error.path)), '', request, reply)
      throw error
    }
  })
}

const picturePath = (path: string): string => `${path === '/' ? '' : path}/preview.png`

async function findPage<P extends AnyPage>(
  page: P,
  visit: Visit<ParamsOf<P>>,
  load: (visit: Visit<ParamsOf<P>>) => Promise<DataOf<P>>,
  preview?: PreviewOf<P>
): Promise<Found> {
  try {
    const data = await load(visit)
    const head = page.head(data)
    const path = picturePath(fillPath(page.path, visit.params as Record<string, string>))
    // A page with a portrait uses the portrait instead of a drawn picture.
    const drawn = head.isPortrait ? null : preview?.(data)
    const description = head.description || (drawn ? wordsOf(drawn) : undefined)
    const own = canonicalPath(page, visit)
    const picture = drawn && {
      image: `${path}?v=${versionOf(drawn)}`,
      imageAlt: [drawn.title, ...drawn.lines].join('. ')
    }
    return {
      head: picture ? { ...head, description, ...picture } : head,
      canonical: isUnlisted(data) ? undefined : own && (head.canonical ?? own),
      serverData: data,
      status: 200
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { status, body } = refusalResponse(error.refusal)
    if (body.message === REMOVED) return { head: { title: 'Removed' }, serverData: null, status, refusal: REMOVED }
    return { head: { title: TITLES[status] ?? body.message }, serverData: null, status }
  }
}

/** Whether a page is about an unlisted activity or session. Search engines must skip it (D-159). */
function isUnlisted(data: object): boolean {
  const { challenge, challengeEvent } = data as { challenge?: MayBeUnlisted; challengeEvent?: MayBeUnlisted }
  return challengeEvent?.unlisted === 1 || challenge?.unlisted === 1
}

type MayBeUnlisted = { unlisted?: 0 | 1 } | null

/** The page's own path, also for its aliases. A search or a filter has no canonical path. */
function canonicalPath<P extends AnyPage>(
  { path, personal }: P,
  { params, query: { page, ...asked } }: Visit<ParamsOf<P>>
): string | undefined {
  if (personal || Object.values(asked).some(value => value !== undefined)) return undefined
  const number = Number(page)
  return (
    fillPath(path, params as Record<string, string>) + (Number.isInteger(number) && number > 1 ? `?page=${number}` : '')
  )
}

const HTML = 'text/html; charset=utf-8'

/** The same titles as in client/ui/loading/ErrorScreen.tsx. */
const TITLES: Record<number, string> = {
  401: 'Sign in first',
  403: 'You can’t open this page',
  404: 'Page not found'
}

/** Passes only documented query parameters to a loader. */
function pick(query: Record<string, unknown>, names: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(names.map(name => [name, own(query, name)]))
}

/** Binds a personal page. A visitor gets no data, and the page shows a prompt or an example (MYS-12, D-46). */
export function bindPersonalPage<P extends AnyPage>(
  app: FastifyInstance,
  deps: Dependencies,
  page: P,
  load: (visit: Visit<ParamsOf<P>> & { viewer: SignedIn }) => Promise<DataOf<P>>
): void {
  bindPage(app, deps, page, visit => load({ ...visit, viewer: needLogin(visit.viewer) }))
}

/** Binds a page without data. */
export function bindStaticPage(app: FastifyInstance, deps: Dependencies, page: AnyPage): void {
  bindPage(app, deps, page, async () => ({}))
}

/** Returns the viewer of a page that needs a login. @throws Refused 401 */
export function needLogin(viewer: SignedIn | null): SignedIn {
  return viewer ?? refuse({ kind: 'unauthenticated' })
}

/** Sends a page. For visitors it is rendered and shared for a moment. */
export async function sendPage(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => Promise<Found>,
  isPersonal = false
): Promise<FastifyReply> {
  if (request.viewer || !deps.visitorPages) return sendHtml(deps, request, reply, await find(), isPersonal)
  const { url, routeOptions } = request
  const isShared = !hasWritten(request)
  const { status, fill } = await deps.visitorPages({ url, route: routeOptions.url, isShared, from: request.ip, find })
  return reply.status(status).type(HTML).send(fill(reply.generateCsrf(), deps.clock.now()))
}

async function sendHtml(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  found: Found,
  isPersonal = false
): Promise<FastifyReply> {
  const now = deps.clock.now()
  const config = { ...settings(deps.config), csrf_token: reply.generateCsrf(), server_time: now }
  const embedded: Embedded = {
    user: await deps.getMe(request.viewer),
    config,
    path: request.url,
    serverData: found.serverData,
    status: found.status,
    ...(found.refusal ? { refusal: found.refusal } : {}),
    rendered_at: null
  }
  const shell = await deps.shell(request.url, request.routeOptions.url)
  const rendered = isPersonal && embedded.user ? ((await deps.tryRender?.(embedded, request.ip)) ?? null) : null
  const page = { ...embedded, rendered_at: rendered === null ? null : now }
  const html = htmlDocument(shell, headTags(found, config), page, rendered ?? '')
  return reply.status(found.status).type(HTML).send(html)
}

/**
 * Serves the HTML that browsers cache for use without a connection (client/worker/). It has no address, person, data or
 * cookie.
 */
export function bindShell(app: FastifyInstance, deps: Dependencies): void {
  app.get('/shell', { schema: { hide: true } as object, ...OPEN }, async (request, reply) => {
    const config = { ...settings(deps.config), csrf_token: '', server_time: 0 }
    const head = `<title>${escapeHtml(config.app_name)}</title>`
    const html = htmlDocument(await deps.shell(request.url, undefined), head, {
      user: null,
      config,
      path: '',
      serverData: null,
      status: 0,
      rendered_at: null
    })
    return reply.type(HTML).send(html)
  })
}
