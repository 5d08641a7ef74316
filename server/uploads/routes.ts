import type { FastifyInstance } from 'fastify'
import { copyPicture, uploadLoosePicture, uploadPicture } from '../../domain/uploads/api.ts'
import { addressOf, CONTENT_TYPES, readFile } from '../../domain/uploads/picture.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { copyPicture as copyFromElsewhere } from './copies.ts'
import { takePictures } from './take-pictures.ts'
import { forgetUnfinished, toWire } from './uploads.ts'

export async function uploadRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  app.addHook('onReady', () => forgetUnfinished(deps))
  app.addHook('onClose', async () => deps.pictures.close())
  deps.pictures.metrics.registerIn(app.metrics)
  serveFiles(app, deps)
  bindSignedIn(app, copyPicture, async ({ body, viewer }) => {
    await app.take(viewer.id, { pictures: 1 })
    return copyFromElsewhere(deps, viewer.id, body.url)
  })

  await app.register(async scope => {
    const receive = await takePictures(scope, deps)
    for (const contract of [uploadPicture, uploadLoosePicture]) {
      bindSignedIn(scope, contract, async ({ request, viewer }) => toWire(await receive(request, viewer.id)))
    }
  })
}

/** What a text shows. An address never means another file, so browsers and proxies keep it for good. */
function serveFiles(app: FastifyInstance, { store }: Dependencies): void {
  app.get<{ Params: { file: string } }>(
    addressOf(':file'),
    { schema: { hide: true } as object },
    async (request, reply) => {
      const { file } = request.params
      const named = readFile(file)
      const found = named && (await store.read(file))
      if (!found) return reply.callNotFound()
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': CONTENT_TYPES[named.type],
          'content-length': found.bytes,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin'
        })
        .send(found.content)
    }
  )
}
