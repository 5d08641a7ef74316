import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MOST_PICTURE_BYTES, MOST_WAITING_UPLOADS, UPLOADS_AT_ONCE } from '../../domain/lib/limits.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { FILE_FIELD, type Uploaded, uploadLoosePicture, uploadPicture } from '../../domain/uploads/api.ts'
import { addressOf, CONTENT_TYPES, readFile, TOO_LARGE } from '../../domain/uploads/picture.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn } from '../lib/bind.ts'
import { createSlotsByKey } from '../lib/limits/slots.ts'
import { incomingFolder, keepPicture, toWire } from './uploads.ts'

const NO_FILE = 'Send one file, as a form (multipart/form-data) with the field "file".'

export async function uploadRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  app.addHook('onReady', () => rm(incomingFolder(deps.config), { recursive: true, force: true }))
  app.addHook('onClose', async () => deps.pictures.close())
  deps.pictures.metrics.registerIn(app.metrics)
  serveFiles(app, deps)

  await app.register(async scope => {
    await scope.register(multipart, { limits: { files: 1, fields: 10, fileSize: MOST_PICTURE_BYTES } })
    // UPL-05 The documented shape of a failure.
    scope.addHook('preSerialization', async (_request, reply, payload) =>
      reply.statusCode < 400 ? payload : { ...(payload as object), error: { message: messageOf(payload) } }
    )
    const inTurn = createSlotsByKey<number>({ atOnce: UPLOADS_AT_ONCE, mostWaiting: MOST_WAITING_UPLOADS })
    for (const contract of [uploadPicture, uploadLoosePicture]) {
      bindSignedIn(scope, contract, ({ request, viewer }) => inTurn(viewer.id, () => receive(deps, request, viewer.id)))
    }
  })
}

function messageOf(payload: unknown): string {
  return (payload as { message: string }).message
}

async function receive(deps: Dependencies, request: FastifyRequest, userId: number): Promise<Uploaded> {
  if (!request.isMultipart()) refuse(invalid(FILE_FIELD, NO_FILE))
  const part = await request.file().catch(refuseUpload)
  if (part?.fieldname !== FILE_FIELD) {
    part?.file.resume()
    return refuse(invalid(FILE_FIELD, NO_FILE))
  }
  const made = await keepPicture(deps, userId, part.filename, async path => {
    await pipeline(part.file, createWriteStream(path)).catch(refuseUpload)
    if (part.file.truncated) refuse(invalid(FILE_FIELD, TOO_LARGE))
  })
  return toWire(made)
}

/** What is wrong with a form is said; what is wrong with our disk is a fault. */
function refuseUpload(error: NodeJS.ErrnoException): never {
  if (error.syscall) throw error
  return refuse(invalid(FILE_FIELD, NO_FILE))
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
