/** Recognizes failures of the database by the driver's error. Drizzle wraps that error in `cause`. */
import { DatabaseError } from 'pg'
import { BUSY, Refused } from '../../domain/lib/refusal.ts'

const UNIQUE_VIOLATION = '23505'
const DISK_FULL = '53100'
/**
 * PostgreSQL refuses or ends the connection: connection failures (class 08), starting, stopping, restarting after a
 * crash, too many connections, and a former primary that is read-only now.
 */
const REFUSED = /^(08\w{3}|57P0[123]|53300|25006)$/
/** The operating system cannot reach the database, or lost the connection. */
const NO_WAY = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN'
]
/** Messages of `pg` about broken or failed connections, which have no code. */
const BROKEN =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (was closed|has encountered))/

/** Whether a unique index stopped the write; with a name, whether it was that index. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const cause = causeOf(error)
  if (!(cause instanceof DatabaseError) || cause.code !== UNIQUE_VIOLATION) return false
  return index === undefined || cause.constraint === index
}

/** Whether the database is unreachable: down, restarting, or out of connections. */
export function isUnreachable(error: unknown): boolean {
  const cause = causeOf(error)
  if (cause instanceof DatabaseError) return REFUSED.test(cause.code ?? '')
  if (!(cause instanceof Error)) return false
  const { code = '', syscall } = cause as NodeJS.ErrnoException
  // PostgreSQL on this machine has a socket file, which disappears when PostgreSQL stops.
  return NO_WAY.includes(code) || (code === 'ENOENT' && syscall === 'connect') || BROKEN.test(cause.message)
}

/** Whether the disk of the database or of the app is full. */
export function isDiskFull(error: unknown): boolean {
  const cause = causeOf(error)
  if (cause instanceof DatabaseError) return cause.code === DISK_FULL
  // The app itself wrote a file.
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC'
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Whether a lock or a slot was not free in time. Nothing was stored, and another try may succeed. */
export function isBusy(error: unknown): boolean {
  if (error instanceof Refused) return error.refusal === BUSY
  const cause = causeOf(error)
  return cause instanceof DatabaseError && cause.code === LOCK_NOT_AVAILABLE
}

/** A deadlock, or a serialization failure. */
const IN_THE_WAY = ['40P01', '40001']

/** Whether PostgreSQL rolled the transaction back because of a conflict with others, so the same work may succeed. */
export function mayBeRepeated(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof DatabaseError && IN_THE_WAY.includes(cause.code ?? '')
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error
}
