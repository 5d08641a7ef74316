/** Tests the response to each refusal and fault, with a small app that has no database. */
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUSY, invalid, type Refusal, refuse } from '../../../domain/lib/refusal.ts'
import { DISK_FULL, errorHandler, refusalResponse } from './errors.ts'

let app: FastifyInstance
let thrown: () => unknown
beforeAll(async () => {
  app = fastify()
  app.setErrorHandler(errorHandler)
  const fail = async () => {
    throw thrown()
  }
  for (const url of ['/api/thing', '/thing']) app.get(url, fail)
  app.post('/api/text', { config: { longText: 'item.content' } }, fail)
  app.post('/api/thing', fail)
  await app.ready()
})
afterAll(() => app.close())

/** The response of the app when this is thrown. */
function answerTo(error: unknown, options: InjectOptions = { url: '/api/thing' }) {
  thrown = () => error
  return app.inject(options)
}
const databaseError = (code: string) => Object.assign(new DatabaseError('of the database', 0, 'error'), { code })
const systemError = (code: string, more: object = {}) => Object.assign(new Error('of the system'), { code, ...more })

describe('a refusal', { tags: 'D-18' }, () => {
  test.each<[Refusal, number]>([
    [{ kind: 'unauthenticated' }, 401],
    [{ kind: 'insufficientTokens', message: 'None is left.' }, 402],
    [{ kind: 'forbidden' }, 403],
    [{ kind: 'wrongCode', message: 'Not this one.' }, 403],
    [{ kind: 'notFound' }, 404],
    [{ kind: 'conflict', message: 'It has ended.' }, 409],
    [{ kind: 'otherPerson' }, 409],
    [{ kind: 'badToken' }, 419],
    [invalid('title', 'Value is required.'), 422],
    [{ kind: 'tooMany', retryAfter: 60 }, 429],
    [BUSY, 503]
  ])('%j gets its status, and its text in `message` and `error`', (refusal, status) => {
    const { status: found, body } = refusalResponse(refusal)
    expect(found).toBe(status)
    expect(body.message).toMatch(/^[A-Z“].*\.$/)
    expect(body.error).toBe(body.message)
  })

  test('a refusal has a code only if a page reacts to it', () => {
    const codeOf = (refusal: Refusal) => refusalResponse(refusal).body.error_code
    expect(codeOf({ kind: 'insufficientTokens', message: 'None is left.' })).toBe('INSUFFICIENT_TOKENS')
    expect(codeOf({ kind: 'wrongCode', message: 'Not this one.' })).toBe('WRONG_CODE')
    expect(codeOf({ kind: 'otherPerson' })).toBe('OTHER_PERSON')
    expect(codeOf({ kind: 'forbidden' })).toBeUndefined()
    expect(codeOf({ kind: 'conflict', message: 'It has ended.' })).toBeUndefined()
  })

  test('a refusal contains its list of texts, its fields or the stored state', () => {
    const errors = ['Only the host may start it.', 'It has no part.']
    expect(refusalResponse({ kind: 'forbidden', message: 'Not started.', errors }).body.errors).toEqual(errors)
    expect(refusalResponse({ kind: 'conflict', message: 'Not started.', errors }).body.errors).toEqual(errors)
    const newer = { revision: 4, title: 'Of the phone' }
    expect(refusalResponse({ kind: 'conflict', message: 'Changed.', newer }).body).toMatchObject({ newer })
    const fields = { title: 'Value is required.', content: 'Write something.' }
    expect(refusalResponse({ kind: 'invalid', fields }).body).toEqual({
      message: 'Please check the marked fields.',
      error: 'Please check the marked fields.',
      errors: fields
    })
  })

  test('a refused attempt says when to retry, in the text and in the header', () => {
    expect(refusalResponse({ kind: 'tooMany', retryAfter: 90 })).toMatchObject({
      headers: { 'retry-after': '90' },
      body: { message: 'Too many attempts. Please try again in 90 seconds.' }
    })
    const message = 'You have made 20 groups in a day.'
    expect(refusalResponse({ kind: 'tooMany', retryAfter: 1, message }).body.message).toBe(message)
    expect(refusalResponse(DISK_FULL).headers).toEqual({ 'retry-after': '60' })
  })
})

describe('a temporary failure returns 503 and says when to retry', () => {
  test.each<[string, unknown, string]>([
    ['a lock that timed out', databaseError('55P03'), '2'],
    ['a database that is starting', databaseError('57P03'), '5'],
    ['a database that an operator stops', databaseError('57P01'), '5'],
    ['a database that has crashed', databaseError('57P02'), '5'],
    ['a connection that was lost', databaseError('08006'), '5'],
    ['a database without a free connection', databaseError('53300'), '5'],
    ['a former primary that is read-only', databaseError('25006'), '5'],
    ['a database that refuses connections', systemError('ECONNREFUSED'), '5'],
    ['a database whose socket is missing', systemError('ENOENT', { syscall: 'connect' }), '5'],
    ['a connection that broke without a code', new Error('Connection terminated unexpectedly'), '5'],
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), '5'],
    ['a full disk of the database', databaseError('53100'), '60'],
    ['a full disk of the app', systemError('ENOSPC'), '60']
  ])('%s, also as the cause of another error', async (_, error, retryAfter) => {
    for (const one of [error, new Error('Failed query: select 1', { cause: error })]) {
      const { statusCode, headers } = await answerTo(one)
      expect([statusCode, headers['retry-after']]).toEqual([503, retryAfter])
    }
  })

  test('a visit to a page gets an HTML page that retries, and other requests get JSON', async () => {
    const html = { accept: 'text/html,application/xhtml+xml' }
    const page = await answerTo(databaseError('57P03'), { url: '/thing', headers: html })
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      503,
      'text/html; charset=utf-8',
      'no-store'
    ])
    expect(page.body).toContain('<meta http-equiv="refresh" content="5">')
    for (const other of [
      { url: '/api/thing', headers: html },
      { url: '/thing', headers: { accept: '*/*' } },
      { url: '/api/thing', method: 'POST' as const, headers: html }
    ]) {
      expect((await answerTo(databaseError('57P03'), other)).json()).toEqual({
        message: BUSY.message,
        error: BUSY.message
      })
    }
  })
})

describe('faults', () => {
  test.each<[string, unknown]>([
    ['a wrong statement', databaseError('42P01')],
    ['a row that breaks a constraint', databaseError('23514')],
    ['a missing file', systemError('ENOENT', { syscall: 'open' })],
    ['an error in the program', new TypeError('secret is undefined')],
    ['an error with its own status 502', Object.assign(new Error('secret'), { statusCode: 502 })]
  ])('%s returns 500 and reveals no detail', async (_, error) => {
    const { statusCode, headers, body } = await answerTo(error)
    expect([statusCode, headers['retry-after']]).toEqual([500, undefined])
    expect(JSON.parse(body).message).toBe('Something went wrong on our side. Please try again.')
    expect(body).not.toMatch(/secret|database|system/)
  })

  test('an error of the request keeps its status and its text', async () => {
    const { statusCode, body } = await answerTo(Object.assign(new Error('No such media type.'), { statusCode: 415 }))
    expect([statusCode, JSON.parse(body)]).toEqual([
      415,
      { message: 'No such media type.', error: 'No such media type.' }
    ])
  })

  test('a forged or old token returns 419', async () => {
    expect((await answerTo(systemError('FST_CSRF_INVALID_TOKEN', { statusCode: 403 }))).statusCode).toBe(419)
  })

  test('a body that is too long names the field with the long text, if the call has one', async () => {
    const tooLong = Object.assign(new Error('too large'), { statusCode: 413 })
    const named = await answerTo(tooLong, { url: '/api/text', method: 'POST' })
    expect([named.statusCode, Object.keys(named.json().errors)]).toEqual([413, ['item.content']])
    const other = await answerTo(tooLong, { url: '/api/thing', method: 'POST' })
    expect([other.statusCode, other.json().errors]).toEqual([413, undefined])
    expect(other.json().message).toBe(named.json().message)
  })

  test('an overload reported by a library returns 503', async () => {
    const { statusCode, headers } = await answerTo(Object.assign(new Error('under pressure'), { statusCode: 503 }))
    expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  })
})

test('a refusal thrown deep inside the code is returned unchanged', async () => {
  thrown = () => {
    try {
      refuse(invalid('challenge.title', 'Please set the challenge title.'))
    } catch (error) {
      return error
    }
  }
  const response = await app.inject({ url: '/api/thing', method: 'POST' })
  expect([response.statusCode, response.json().errors]).toEqual([
    422,
    { 'challenge.title': 'Please set the challenge title.' }
  ])
})
