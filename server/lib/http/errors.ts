/** Turns refusals and faults into status and body, only here (D-18). A fault reveals nothing but its status. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { tryAgainIn } from '../../../domain/lib/limits.ts'
import { BUSY, type Refusal, type RefusalBody, Refused } from '../../../domain/lib/refusal.ts'
import { isBusy, isDiskFull, isUnreachable } from '../database-errors.ts'
import { CHECK_FIELDS, inWords } from './field-messages.ts'

const PROOF_NEEDED = 'Show again that it’s you to do this: by your password, a passkey or single sign-on.'

/** Seconds until a retry after a temporary failure. */
const MOMENT = 5
/** A full disk needs a person who makes room, so the retry is later. */
export const DISK_FULL: Refusal = {
  kind: 'unavailable',
  message: 'We can’t save anything right now, because the server’s disk is full. Please try again later.',
  retryAfter: 60
}

/** The status and body of a refusal. */
export function refusalResponse(refusal: Refusal): {
  status: number
  body: RefusalBody
  headers?: Record<string, string>
} {
  switch (refusal.kind) {
    case 'unauthenticated':
      return { status: 401, body: texts(refusal.message ?? 'Please sign in to use that feature.') }
    case 'forbidden':
      return { status: 403, body: withErrors(texts(refusal.message ?? 'You’re not allowed to do that.'), refusal) }
    case 'wrongCode':
      return { status: 403, body: { ...texts(refusal.message), error_code: 'WRONG_CODE' } }
    case 'proofNeeded':
      return { status: 403, body: { ...texts(PROOF_NEEDED), error_code: 'PROOF_NEEDED' } }
    case 'insufficientTokens':
      return { status: 402, body: { ...texts(refusal.message), error_code: 'INSUFFICIENT_TOKENS' } }
    case 'notFound':
      return { status: 404, body: texts(refusal.message ?? 'There’s nothing here.') }
    case 'conflict': {
      const body = withErrors(texts(refusal.message), refusal)
      return { status: 409, body: refusal.newer ? { ...body, newer: refusal.newer } : body }
    }
    case 'invalid':
      return { status: 422, body: { ...texts(refusal.message ?? CHECK_FIELDS), errors: refusal.fields } }
    case 'badToken':
      return { status: 419, body: texts('This page has expired. Please reload it and try again.') }
    case 'otherPerson':
      return {
        status: 409,
        body: { ...texts('Someone else has signed in here. Please sign in again.'), error_code: 'OTHER_PERSON' }
      }
    case 'tooMany':
      return {
        status: 429,
        body: texts(refusal.message ?? `Too many attempts. ${tryAgainIn(refusal.retryAfter)}`),
        headers: { 'retry-after': String(refusal.retryAfter) }
      }
    case 'unavailable':
      return {
        status: 503,
        body: texts(refusal.message),
        headers: { 'retry-after': String(refusal.retryAfter) }
      }
  }
}

/** Fastify's error handler: turns each error into a response. */
export async function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error) ?? outageOf(error)
  if (refusal?.kind === 'unavailable' && !(error instanceof Refused)) request.log.warn({ err: error }, 'unavailable')
  if (refusal) {
    const { status, body, headers } = refusalResponse(refusal)
    void reply.status(status).headers(headers ?? {})
    return refusal.kind === 'unavailable' && isPageVisit(request) ? sendOutage(reply, refusal) : reply.send(body)
  }
  const status = error.statusCode
  if (status === 413) return reply.status(413).send(tooLarge(request.routeOptions.config.longText))
  if (status !== undefined && status >= 400 && status < 500) return reply.status(status).send(texts(error.message))
  if (status === 503) return reply.status(503).header('retry-after', MOMENT).send(texts(BUSY.message))
  request.log.error({ err: error }, 'request failed')
  return reply.status(500).send(texts('Something went wrong on our side. Please try again.'))
}

const TOO_LARGE = 'This is too long to save at once. Shorten it, or split it up. The limit is 1 MB.'

function tooLarge(field: string | undefined): RefusalBody {
  return field === undefined ? texts(TOO_LARGE) : { ...texts(TOO_LARGE), errors: { [field]: TOO_LARGE } }
}

function refusalOf(error: FastifyError): Refusal | null {
  if (error instanceof Refused) return error.refusal
  if (error.code?.startsWith('FST_CSRF_')) return { kind: 'badToken' }
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const fields = new Map<string, string>()
  for (const { instancePath, message } of error.validation) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body'
    const text = field === 'body' ? 'Send a JSON object with the documented fields.' : inWords(message)
    if (!fields.has(field)) fields.set(field, text)
  }
  const [first] = fields.values()
  return { kind: 'invalid', fields: Object.fromEntries(fields), ...(first ? { message: first } : {}) }
}

/** A temporary failure: a lock is held, the database restarts, or its disk is full. */
function outageOf(error: unknown): Refusal | null {
  if (isDiskFull(error)) return DISK_FULL
  if (isBusy(error)) return BUSY
  return isUnreachable(error) ? { ...BUSY, retryAfter: MOMENT } : null
}

function isPageVisit({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api') && (headers.accept?.includes('text/html') ?? false)
}

/** A small HTML page that the browser reloads. For signed-in people the real page needs the database. */
function sendOutage(reply: FastifyReply, { message, retryAfter }: Refusal & { kind: 'unavailable' }) {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="refresh" content="${retryAfter}">
    <title>One moment</title>
  </head>
  <body style="font: 1.125rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem">
    <h1 style="font-size: 1.5rem">One moment</h1>
    <p>${message}</p>
    <p>This page tries again automatically.</p>
  </body>
</html>`)
}

/** Adds a list of texts if there are several reasons, for example when a session cannot start (D-18). */
function withErrors(body: RefusalBody, { errors }: { errors?: string[] }): RefusalBody {
  return errors ? { ...body, errors } : body
}

/** The body of an error with one text, under both documented names. */
export function texts(message: string): { message: string; error: string } {
  return { message, error: message }
}
