import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { BUSY, Refused } from '../../domain/lib/refusal.ts'
import { isBusy, isDiskFull, isUniqueViolation, isUnreachable } from './database-errors.ts'

const ofDatabase = (code: string, constraint?: string) =>
  Object.assign(new DatabaseError('a text', 0, 'error'), { code, constraint })
/** Drizzle wraps the database's error like this. */
const wrapped = (cause: Error) => new Error('Failed query', { cause })

test('a unique violation is recognized by its index, also inside another error', () => {
  const error = ofDatabase('23505', 'users_email_key')
  for (const one of [error, wrapped(error)]) {
    expect(isUniqueViolation(one)).toBe(true)
    expect(isUniqueViolation(one, 'users_email_key')).toBe(true)
    expect(isUniqueViolation(one, 'persons_username_key')).toBe(false)
  }
  expect(isUniqueViolation(ofDatabase('23503', 'users_email_key'))).toBe(false)
  expect(isUniqueViolation(Object.assign(new Error('a text'), { code: '23505' }))).toBe(false)
})

test.each([undefined, null, 'words', { code: 'ECONNREFUSED' }, new Error('words')])('%s is not an outage', thrown => {
  expect([isUnreachable(thrown), isDiskFull(thrown), isBusy(thrown), isUniqueViolation(thrown)]).toEqual([
    false,
    false,
    false,
    false
  ])
})

test('a missing file is not a missing database, and a missing socket is', () => {
  const missing = (syscall: string) => Object.assign(new Error('a text'), { code: 'ENOENT', syscall })
  expect([isUnreachable(missing('open')), isUnreachable(missing('connect'))]).toEqual([false, true])
})

test('only the refusal of an overload counts as busy', () => {
  expect(isBusy(new Refused(BUSY))).toBe(true)
  expect(isBusy(new Refused({ ...BUSY, message: 'The disk is full.' }))).toBe(false)
  expect(isBusy(new Refused({ kind: 'notFound' }))).toBe(false)
  expect([isBusy(ofDatabase('55P03')), isBusy(ofDatabase('40P01'))]).toEqual([true, false])
})

test('a full disk is recognized for the database and the app, and is not an unreachable database', () => {
  const own = Object.assign(new Error('a text'), { code: 'ENOSPC' })
  expect([isDiskFull(ofDatabase('53100')), isDiskFull(own), isDiskFull(wrapped(own))]).toEqual([true, true, true])
  expect([isUnreachable(ofDatabase('53100')), isUnreachable(own)]).toEqual([false, false])
})
