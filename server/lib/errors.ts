/** Refusals and faults to status and body, in this one place (D-18). Nothing of a fault but its number leaves here. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type Refusal, type RefusalBody, Refused } from '../../domain/lib/refusal.ts'

const CHECK_FIELDS = 'Please check the marked fields.'

/** The status and body of a refusal. */
export function refusalResponse(refusal: Refusal): {
  status: number
  body: RefusalBody
  headers?: Record<string, string>
} {
  switch (refusal.kind) {
    case 'unauthenticated':
      return { status: 401, body: texts('Please sign in to use that feature.') }
    case 'forbidden':
      return { status: 403, body: withErrors(texts(refusal.message ?? 'You are not allowed to do that.'), refusal) }
    case 'wrongCode':
      return { status: 403, body: { ...texts(refusal.message), error_code: 'WRONG_CODE' } }
    case 'insufficientTokens':
      return { status: 402, body: { ...texts(refusal.message), error_code: 'INSUFFICIENT_TOKENS' } }
    case 'notFound':
      return { status: 404, body: texts(refusal.message ?? 'There is nothing here.') }
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
        body: { ...texts('Somebody else has signed in here. Please reload the page.'), error_code: 'OTHER_PERSON' }
      }
    case 'tooMany':
      return {
        status: 429,
        body: texts(`Too many attempts. Please try again in ${refusal.retryAfter} seconds.`),
        headers: { 'retry-after': String(refusal.retryAfter) }
      }
  }
}

export async function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal) {
    const { status, body, headers } = refusalResponse(refusal)
    return reply
      .status(status)
      .headers(headers ?? {})
      .send(body)
  }
  const status = error.statusCode
  if (status !== undefined && status >= 400 && status < 500) return reply.status(status).send(texts(error.message))
  if (status === 503) return reply.status(503).send(texts('The server is busy. Please try again in a moment.'))
  request.log.error({ err: error }, 'request failed')
  return reply.status(500).send(texts('Something went wrong on our side. Please try again.'))
}

function refusalOf(error: FastifyError): Refusal | null {
  if (error instanceof Refused) return error.refusal
  if (error.code?.startsWith('FST_CSRF_')) return { kind: 'badToken' }
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of error.validation) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body'
    fields[field] ??= field === 'body' ? 'Send a JSON object with the documented fields.' : inWords(message)
  }
  const first = Object.values(fields)[0]
  return { kind: 'invalid', fields, ...(first ? { message: first } : {}) }
}

/** A field that holds others has no text of its own: the parser's says what it found, not what to send. */
function inWords(message: string | undefined): string {
  const shape = /^Invalid input: expected (\w+),/.exec(message ?? '')?.[1]
  if (shape === 'array') return 'Send a list.'
  if (shape === 'object' || shape === 'record') return 'Send an object with the documented fields.'
  return message ?? CHECK_FIELDS
}

/** A list of texts where several may stand, as when a session is not started (D-18). */
function withErrors(body: RefusalBody, { errors }: { errors?: string[] }): RefusalBody {
  return errors ? { ...body, errors } : body
}

function texts(message: string): { message: string; error: string } {
  return { message, error: message }
}
