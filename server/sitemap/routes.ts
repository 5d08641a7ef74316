/** Tells search engines what they may read, and where it is. Addresses are absolute, so a site map needs `APP_URL`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../domain/lib/plain-text.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Dependencies } from '../dependencies.ts'
import { fromReplica, hasWritten } from '../lib/from-replica.ts'
import { sendText } from '../lib/http/conditional.ts'
import { OPEN } from '../lib/security/members-only.ts'
import { isFreeHut } from '../tokens/balance-rows.ts'
import { countSitemapFiles, type ListedAddress, listAddresses } from './queries.ts'

const HIDDEN = { schema: { hide: true } as object }
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Pages that every installation has. */
const FIXED = ['/', '/activities', '/groups', '/about', '/terms-of-service', '/privacy-policy']
/** Personal pages, and addresses that are not pages. */
const PRIVATE = ['/my/', '/account', '/subscribe', '/api/', '/shell']

export async function sitemapRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { appUrl } = deps.config
  const send = (request: FastifyRequest, reply: FastifyReply, type: string, text: string) =>
    sendText(request, reply, { type, text, seconds: 3600 })

  app.get('/robots.txt', { ...HIDDEN, ...OPEN }, async (request, reply) => {
    const lines = ['User-agent: *', ...PRIVATE.map(path => `Disallow: ${path}`)]
    if (appUrl && deps.config.hut.members_only === 0) lines.push('', `Sitemap: ${appUrl}/sitemap.xml`)
    return send(request, reply, 'text/plain', `${lines.join('\n')}\n`)
  })

  if (!appUrl) return

  app.get('/sitemap.xml', HIDDEN, async (request, reply) => {
    const sources = await fromReplica(deps, { wrote: hasWritten(request) }, ({ db }) => countSitemapFiles(db))
    const names = sources.flatMap(({ source, files }) =>
      Array.from({ length: files }, (_, index) => `/sitemap-${source}-${index + 1}.xml`)
    )
    const entries = ['/sitemap-pages.xml', ...names].map(path => `<sitemap><loc>${appUrl}${path}</loc></sitemap>`)
    return send(request, reply, 'application/xml', xml('sitemapindex', entries))
  })

  app.get('/sitemap-pages.xml', HIDDEN, async (request, reply) =>
    send(
      request,
      reply,
      'application/xml',
      xml(
        'urlset',
        [...FIXED, ...(isFreeHut(deps) ? [] : ['/pricing'])].map(path => entry(appUrl, { path, updated_at: null }))
      )
    )
  )

  app.get('/sitemap-:source(^[a-z]+)-:file(^\\d{1,6}).xml', HIDDEN, async (request, reply) => {
    const { source, file } = request.params as { source: string; file: string }
    const addresses = await fromReplica(deps, { wrote: hasWritten(request) }, async ({ db }) =>
      Number(file) > 0 ? listAddresses(db, source, Number(file)) : null
    )
    if (!addresses) return refuse({ kind: 'notFound' })
    return send(
      request,
      reply,
      'application/xml',
      xml(
        'urlset',
        addresses.map(one => entry(appUrl, one))
      )
    )
  })
}

function xml(element: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</${element}>\n`
}

function entry(appUrl: string, { path, updated_at }: ListedAddress): string {
  const changed = updated_at === null ? '' : `<lastmod>${new Date(updated_at).toISOString()}</lastmod>`
  return `<url><loc>${escapeHtml(appUrl + encodeURI(path))}</loc>${changed}</url>`
}
