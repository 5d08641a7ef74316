/**
 * Checks the header `Sec-Fetch-Dest`, which says how a browser uses a response. A person's text could name an API
 * address as its picture, and each reader's browser would call it with the reader's cookie. Other programs do not send
 * the header.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../../domain/lib/refusal.ts'

/** Calls by a page's code, and addresses or links that a person opens. */
const CALLS = [undefined, 'empty', 'document']
const IS_CALL = /^\/api(?!\/docs(?:[/?]|$))(?:[/?]|$)/

/** Refuses an API call that a page embeds as a picture, a frame, a script or a style. */
export function refuseEmbedded(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // The route, because the router decodes an address: it takes `/%61pi/get-user` for `/api/get-user`.
    const address = request.routeOptions.url ?? request.url
    if (!CALLS.includes(dest(request)) && IS_CALL.test(address)) {
      refuse({ kind: 'forbidden', message: 'This address is no picture, frame, script or style.' })
    }
    done()
  })
}

/** For a GET that changes something: refuses it unless our own page or a program calls it. */
export function needOwnCall(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const isOwn = site === undefined || site === 'same-origin'
  if (isOwn && [undefined, 'empty'].includes(dest(request))) return
  refuse({ kind: 'forbidden', message: 'A link cannot do this. Use the page of this site.' })
}

const dest = ({ headers }: FastifyRequest) => headers['sec-fetch-dest'] as string | undefined
