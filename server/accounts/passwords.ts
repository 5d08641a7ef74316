/**
 * Hashes passwords, one or two at a time. Each hash takes a core, and a thread that files, compression and name
 * look-ups use too. One core stays free, so that pages load meanwhile.
 */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { MOST_WAITING_CHECKS, PASSWORD_CHECKS, RETRY_BUSY } from '../../domain/lib/limits.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Database } from '../db/database.ts'
import { onceEach } from '../db/prepared.ts'
import { createSlots } from '../lib/limits/slots.ts'

/**
 * The hash of a random password that nobody knows: of an account without a password. It is checked for an unknown e-mail
 * too, which so takes as long as a wrong password (D-25).
 */
export const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$a285O77GuC1bkr9ZD9Emyw$/mLDcehozP5Nfgb55rag/ur9K7LHo0+x19oFZvf4gJ0'

const TOO_MANY = 'Many people are signing in right now. Please try again in a moment.'

const slots = onceEach((_: Database) =>
  createSlots({
    atOnce: Math.max(1, Math.min(PASSWORD_CHECKS, availableParallelism() - 1)),
    mostWaiting: MOST_WAITING_CHECKS,
    refuseBusy: () => refuse({ kind: 'tooMany', retryAfter: RETRY_BUSY, message: TOO_MANY })
  })
)

export function hashPassword(db: Database, password: string): Promise<string> {
  return slots(db).run(() => hash(password))
}

/** Whether the password matches the stored hash. False for an unreadable hash. */
export function matchesPassword(db: Database, stored: string, password: string): Promise<boolean> {
  return slots(db).run(() => verify(stored, password).catch(() => false))
}
