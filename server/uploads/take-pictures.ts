/** Calls that receive a picture as a form with one file, which streams to the disk. */
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MOST_PICTURE_BYTES, MOST_WAITING_UPLOADS, UPLOADS_AT_ONCE } from '../../domain/lib/limits.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { FILE_FIELD } from '../../domain/uploads/api.ts'
import { TOO_LARGE } from '../../domain/uploads/picture.ts'
import type { Dependencies } from '../dependencies.ts'
import { createSlotsByKey } from '../lib/limits/slots.ts'
import type { Made } from './make-copies.ts'
import { keepPicture, type Shape } from './uploads.ts'
import { fileWriter } from './write-file.ts'

const NO_FILE = 'Send one file, as a form (multipart/form-data) with the field "file".'

type Receive = (request: FastifyRequest, userId: number, shape?: Shape) => Promise<Made>

/** @param scope has only these calls, so that their refusals have the documented shape (UPL-05) */
export async function takePictures(scope: FastifyInstance, deps: Dependencies): Promise<Receive> {
  await scope.register(multipart, { limits: { files: 1, fields: 10, fileSize: MOST_PICTURE_BYTES } })
  scope.addHook('preSerialization', async (_request, reply, payload) =>
    reply.statusCode < 400 ? payload : { ...(payload as object), error: { message: messageOf(payload) } }
  )
  const inTurn = createSlotsByKey<number>({ atOnce: UPLOADS_AT_ONCE, mostWaiting: MOST_WAITING_UPLOADS })
  return (request, userId, shape) => inTurn(userId, () => receive(deps, request, userId, shape))
}

function messageOf(payload: unknown): string {
  return (payload as { message: string }).message
}

async function receive(deps: Dependencies, request: FastifyRequest, userId: number, shape?: Shape): Promise<Made> {
  if (!request.isMultipart()) refuse(invalid(FILE_FIELD, NO_FILE))
  const files = request.files()
  const part = (await files.next().catch(refuseUpload)).value
  if (part?.fieldname !== FILE_FIELD) {
    part?.file.resume()
    return refuse(invalid(FILE_FIELD, NO_FILE))
  }
  const write = async (path: string): Promise<void> => {
    await pipeline(part.file, fileWriter(path)).catch(refuseUpload)
    if (part.file.truncated) refuse(invalid(FILE_FIELD, TOO_LARGE))
    // A second file would be lost without notice, so the limit refuses it here.
    await files.next().catch(refuseUpload)
  }
  return keepPicture(deps, userId, write, shape)
}

/** Refuses a faulty form, but throws errors of our disk. */
function refuseUpload(error: NodeJS.ErrnoException): never {
  if (error.syscall) throw error
  return refuse(invalid(FILE_FIELD, NO_FILE))
}
