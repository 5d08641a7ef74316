/** Creates guests, who have an account without an email and a password (D-152). */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { GUEST_USES, guestUsername } from '../../domain/accounts/guest.ts'
import { MESSAGE_KEYS } from '../../domain/accounts/user.ts'
import { UTC } from '../../domain/lib/day.ts'
import { refuse } from '../../domain/lib/refusal.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Dependencies, Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isBusy } from '../lib/database-errors.ts'
import { KEY_IS_USED } from '../lib/idempotency.ts'
import type { SignedIn } from '../lib/signed-in.ts'
import { hashOf } from '../lib/token-hash.ts'
import { openBalance } from '../tokens/balance-rows.ts'
import {
  findGuest,
  type Guest,
  insertGuest,
  isUsernameTaken,
  listToRename,
  markAbandonedGuests,
  setRenamed
} from './guest-rows.ts'
import { NO_PASSWORD } from './passwords.ts'

/** The guest who makes a request; null for a visitor and for everyone with an account of their own. */
export function guestOf({ viewer }: Pick<FastifyRequest, 'viewer'>): SignedIn | null {
  return viewer && viewer.guest_name !== null ? viewer : null
}

/** How long a new guest may be without a login: the login is stored after they have joined. */
const JOINING_MS = 3_600_000

/**
 * Creates a guest, or finds the one who was created with this key.
 * @param key a secret of the browser, so that a lost response creates no second guest
 * @param check runs before a guest is created, and may refuse
 * @throws Refused 422 for a key that another name used
 */
export async function createGuest(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  { name, time_zone, key }: { name: string; time_zone: string | undefined; key: string },
  check: () => Promise<unknown>
): Promise<Guest> {
  const guest_key = hashOf(key)
  const now = dateAt(clock)
  for (;;) {
    const earlier = await findNamed(db, guest_key, name)
    if (earlier) return earlier
    try {
      await check()
    } catch (error) {
      // The same press may have joined meanwhile under this name.
      const meanwhile = await findNamed(db, guest_key, name)
      if (meanwhile) return meanwhile
      throw error
    }
    const created = await db.transaction(async tx => {
      const username = await freeUsername(tx, guest_key)
      const id = await insertGuest(tx, {
        ...{ username, email: username, name, guest_key, created_at: now },
        ...{ password_hash: NO_PASSWORD, is_unconfirmed: true, is_new: false },
        time_zone: time_zone ?? UTC.time_zone,
        new_messages: Object.fromEntries(MESSAGE_KEYS.map(one => [one, 0])) as never
      })
      if (id === null) return null
      await openBalance(tx, id, GUEST_USES, now)
      return { id, username, guest_name: name }
    })
    // Of two presses at once, which have the same key, the other one created the guest.
    if (created) return created
  }
}

/** @throws Refused 422 if another name was sent with this key */
export async function needSameName(db: Database, key: string, name: string): Promise<void> {
  await findNamed(db, hashOf(key), name)
}

async function findNamed(db: Database, key: Buffer, name: string): Promise<Guest | null> {
  const guest = await findGuest(db, key)
  return guest && guest.guest_name !== name ? refuse(KEY_IS_USED) : guest
}

/** The same key leads to the same username, as far as it is free. */
async function freeUsername(tx: Transaction, key: Buffer): Promise<string> {
  for (let bytes = key; ; bytes = hashOf(bytes.toString('hex'))) {
    const username = guestUsername(bytes)
    if (!(await isUsernameTaken(tx, username))) return username
  }
}

/**
 * Sends the new username of guests who have registered to their rooms (D-152). The sweep repeats what a crash, a lost
 * database or a busy room left undone.
 * @param id only this guest; null for all
 */
export async function renameRegistered(
  { db, rooms }: Pick<Dependencies, 'db' | 'rooms'>,
  log: FastifyBaseLogger,
  id: number | null = null
): Promise<void> {
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log[isBusy(error) ? 'warn' : 'error']({ err: error }, 'rooms have the former name of a guest for now')
    }
  }
  await attempt(async () => {
    for (const guest of await listToRename(db, id)) {
      await attempt(async () => {
        await rooms.rename(guest.id, guest.guest_username, guest.username)
        await setRenamed(db, guest.id)
      })
    }
  })
}

/** Deletes guests whose login has ended, like accounts (D-131, D-152). The sweep does the rest. */
export function forgetGuests({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  return markAbandonedGuests(db, dateAt(clock), new Date(clock.now() - JOINING_MS))
}
