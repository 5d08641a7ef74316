import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isModerator } from '../../domain/accounts/user.ts'
import { copyPicture, uploadLoosePicture, uploadPicture } from '../../domain/uploads/api.ts'
import { addressOf, CONTENT_TYPES, readFile } from '../../domain/uploads/picture.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { isUnchanged, readRange } from '../lib/http/conditional.ts'
import { QUIET } from '../lib/log.ts'
import { copyPicture as copyFromElsewhere } from './copies.ts'
import { takePictures } from './take-pictures.ts'
import { findVisibility, isInItemOf } from './upload-rows.ts'
import { forgetUnfinished, toWire } from './uploads.ts'

export async function uploadRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  app.addHook('onReady', () => forgetUnfinished(deps))
  app.addHook('onClose', async () => deps.pictures.close())
  deps.pictures.metrics.registerIn(deps.metrics)
  serveFiles(app, deps)
  bindSignedIn(app, deps, copyPicture, async ({ body, viewer }) => {
    await deps.take(viewer, { pictures: 1 })
    return copyFromElsewhere(deps, viewer.id, body.url)
  })

  await app.register(async scope => {
    const receive = await takePictures(scope, deps)
    for (const contract of [uploadPicture, uploadLoosePicture]) {
      bindSignedIn(scope, deps, contract, async ({ request, viewer }) => toWire(await receive(request, viewer.id)))
    }
  })
}

/** A browser keeps a picture for a day. A shared cache asks again soon, since a text may be unpublished. */
const SHOWN = 'public, max-age=86400, s-maxage=600'
const PRIVATE = 'private, no-cache'

/**
 * Serves the pictures of texts to everyone, or only to those who may read the text. An address never means another
 * file, so its name is its ETag.
 */
function serveFiles(app: FastifyInstance, deps: Dependencies): void {
  const { db, store } = deps
  /** The Cache-Control header; null when the viewer may not see the picture. */
  const cachingFor = async (request: FastifyRequest, reply: FastifyReply, name: string): Promise<string | null> => {
    const found = await findVisibility(db, name)
    if (found?.is_shown) return SHOWN
    await deps.identify(request, reply)
    const { viewer } = request
    if (!found || !viewer) return null
    const isAllowed = found.user_id === viewer.id || isModerator(viewer) || (await isInItemOf(db, found.id, viewer.id))
    return isAllowed ? PRIVATE : null
  }

  app.get<{ Params: { file: string } }>(
    addressOf(':file'),
    { schema: { hide: true } as object, ...QUIET },
    async (request, reply) => {
      const { file } = request.params
      const named = readFile(file)
      const caching = named && (await cachingFor(request, reply, named.name))
      if (!named || !caching) return reply.callNotFound()
      const etag = `"${file}"`
      void reply.headers({
        'cache-control': caching,
        etag,
        'accept-ranges': 'bytes',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin'
      })
      if (isUnchanged(request, { etag })) return reply.status(304).send()
      const range = readRange(request.headers, etag)
      const found = await store.read(file, range)
      if (!found) return reply.callNotFound()
      const { content, first, bytes, total } = found
      if (range && bytes === 0) {
        return reply.status(416).header('content-range', `bytes */${total}`).send()
      }
      if (range) {
        void reply.status(206).header('content-range', `bytes ${first}-${first + bytes - 1}/${total}`)
      }
      return reply.headers({ 'content-type': CONTENT_TYPES[named.type], 'content-length': bytes }).send(content)
    }
  )
}
