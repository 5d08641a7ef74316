import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PRESSES } from '../../domain/lib/limits.ts'
import { Refused, refuse } from '../../domain/lib/refusal.ts'
import * as api from '../../domain/presses/api.ts'
import { deletePressAddress } from '../accounts/press-rows.ts'
import type { Dependencies } from '../dependencies.ts'
import { bindSignedIn, NO_ERROR, requestKey } from '../lib/bind.ts'
import { refusalResponse } from '../lib/http/errors.ts'
import { readId } from '../lib/id.ts'
import { guessLimit, takeUse } from '../lib/limits/rate-limit.ts'
import { noPressPage, pressPage } from './press-page.ts'
import { createPressAddress, type Found, findPress, getPressAddresses, pressButton } from './presses.ts'

const HTML = 'text/html; charset=utf-8'
type PressRequest = FastifyRequest<{ Params: { secret: string }; Body: { key?: string } | null | undefined }>

export async function pressRoutes(app: FastifyInstance, deps: Dependencies): Promise<void> {
  bindSignedIn(app, deps, api.getPressAddresses, async ({ viewer }) => ({
    press_addresses: await getPressAddresses(deps, viewer),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, api.createPressAddress, async ({ viewer, body }) => ({
    ...(await createPressAddress(deps, viewer, body)),
    ...NO_ERROR
  }))

  bindSignedIn(app, deps, api.endPressAddress, async ({ viewer, params }) => {
    if (!(await deletePressAddress(deps.db, viewer.id, readId(params.press)))) refuse({ kind: 'notFound' })
    return {}
  })

  await app.register(async scope => {
    // Programs send what they like with a press, and only a key matters.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, async ({ headers }: FastifyRequest, body: string | Buffer) =>
      fieldsOf(String(body), headers['content-type'])
    )
    addPresses(scope, deps)
  })
}

/**
 * The address itself. Its secret is all that counts: no cookie does, and the request may come from another site.
 * Browsers and link previews that open it get a page, and only the form on it logs.
 */
function addPresses(app: FastifyInstance, deps: Dependencies): void {
  const config = { isOpen: true, takesForeign: true }
  const unlessWrong = guessLimit(deps, 'pressAddresses', refusal => refusal.kind === 'notFound')
  const find = (request: PressRequest): Promise<Found> =>
    unlessWrong(request, () => findPress(deps, request.params.secret))

  app.get('/press/:secret', { config, schema: { hide: true } as object }, (request: PressRequest, reply) =>
    asPage(reply, async () => pressPage(await find(request), null))
  )

  deps.document({ ...api.press, contract: api.press, access: 'everyone', meansPerson: false })
  app.post(api.press.path, { config, schema: { body: api.press.body } }, async (request: PressRequest, reply) => {
    const press = async (found: Found) => {
      if (deps.config.rateLimits) {
        const { most, within, message } = PRESSES
        await takeUse(deps, { key: `press: ${found.id}`, amount: 1, most, withinMs: within * 1000 }, message)
      }
      return pressButton(deps, found, requestKey(request)?.request_key ?? request.body?.key ?? null)
    }
    if (!request.headers.accept?.includes('text/html')) return { ...(await press(await find(request))), ...NO_ERROR }
    return asPage(reply, async () => {
      const found = await find(request)
      return pressPage(found, (await press(found)).message)
    })
  })
}

/** Sends a page, or one that says why not. */
async function asPage(reply: FastifyReply, load: () => Promise<string>): Promise<FastifyReply> {
  void reply.type(HTML).header('x-robots-tag', 'noindex')
  try {
    return reply.send(await load())
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { status, body, headers = {} } = refusalResponse(error.refusal)
    return reply.status(status).headers(headers).send(noPressPage(body.message))
  }
}

/** The fields of a body: of JSON, or else of a form. Any other text has none. */
function fieldsOf(body: string, type = ''): unknown {
  const isJson = type.includes('json') ? body !== '' : body.startsWith('{')
  if (!isJson) return Object.fromEntries(new URLSearchParams(body))
  try {
    return JSON.parse(body)
  } catch {
    return refuse({ kind: 'invalid', fields: { body: 'Send a JSON object, a form, or nothing.' } })
  }
}
