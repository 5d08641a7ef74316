/**
 * What a browser wants a response for, as it says in `Sec-Fetch-Dest`. A text that somebody wrote may name any address of
 * ours as its picture, and the browser of each reader would call it with the reader's cookie. A program that is no browser
 * does not send the header.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'

/** A call of a page, and a link or an address that somebody opens. */
const CALLS = [undefined, 'empty', 'document']
const IS_CALL = /^\/api(?!\/docs(?:[/?]|$))(?:[/?]|$)/

/** Refuses a call that a page makes as a picture, a frame, a script or a style. */
export function refuseEmbedded(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!CALLS.includes(dest(request)) && IS_CALL.test(request.url)) {
      refuse({ kind: 'forbidden', message: 'This address is no picture, frame, script or style.' })
    }
    done()
  })
}

/** For a GET that changes something: refuses it unless a page of ours calls it, or a program that is no browser. */
export function needOwnCall(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin'
  if (isOwn && [undefined, 'empty'].includes(dest(request))) return
  refuse({ kind: 'forbidden', message: 'A link cannot do this. Use the page of this site.' })
}

const dest = ({ headers }: FastifyRequest) => headers['sec-fetch-dest'] as string | undefined
