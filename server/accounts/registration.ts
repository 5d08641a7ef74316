/** Registers people. */
import type * as z from 'zod/mini'
import { EMAIL_TAKEN, type registerBody } from '../../domain/accounts/api.ts'
import { REGISTERED_ALREADY, REGISTERED_USES } from '../../domain/accounts/guest.ts'
import { INVITATION_ENDED, registrationCheck, waitsForApproval } from '../../domain/accounts/registration.ts'
import { MESSAGE_KEYS, Role } from '../../domain/accounts/user.ts'
import { isReserved, USERNAME_TAKEN } from '../../domain/accounts/username.ts'
import { UTC } from '../../domain/lib/day.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { WELCOME_USES } from '../../domain/tokens/tokens.ts'
import type { Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isUniqueViolation } from '../lib/database-errors.ts'
import { isFormerEmail } from '../mail/link-rows.ts'
import { queueMail } from '../mail/mail-rows.ts'
import { changeBalance, lockBalance, openBalance } from '../tokens/balance-rows.ts'
import { lockGuest } from './guest-rows.ts'
import { takeUse } from './invitations/invitation-rows.ts'
import { needGoodPassword } from './passwords/good-password.ts'
import { hashPassword, NO_PASSWORD } from './passwords.ts'
import { findTaken, insertUser, registerGuest } from './queries.ts'

type Registration = Omit<z.output<typeof registerBody>, 'password_confirmation' | 'client_uuid'>

/** What a registration decides about the new account. */
interface Entry {
  invitation_id: number | null
  is_unapproved: boolean
  is_unconfirmed: boolean
}

/**
 * Registers a person by the rules of the hut (D-146). Invitations are used in the transaction that creates the account.
 * With a mail server, a mail asks them to confirm the email (D-145).
 * @param guest the id of the guest who registers; null for a visitor
 * @throws Refused 403 in a closed hut; 422 for a password that is easy to guess, a missing or ended invitation, an email of another domain, and as
 * `createUser`
 */
export async function registerPerson(
  resources: Pick<Resources, 'db' | 'clock' | 'config'>,
  registration: Registration,
  guest: number | null,
  afterwards: (tx: Transaction, userId: number) => Promise<void>
): Promise<number> {
  const { clock, config } = resources
  const { email, username } = registration
  needGoodPassword(resources, registration.password, registration)
  const code = registration.invitation?.trim() ?? ''
  const admit = async (tx: Transaction): Promise<Entry> => {
    const refusal = registrationCheck(config.hut, email, code !== '')
    if (refusal) refuse(refusal)
    const invitation_id = code === '' ? null : await takeUse(tx, config, code, dateAt(clock))
    // An open hut needs no invitation, so an old one does no harm there.
    if (code !== '' && invitation_id === null && config.hut.registration !== 'open') {
      refuse(invalid('invitation', INVITATION_ENDED))
    }
    const is_unapproved = waitsForApproval(config.hut, invitation_id !== null)
    return { invitation_id, is_unapproved, is_unconfirmed: config.smtp !== null }
  }
  const welcome = async (tx: Transaction, userId: number): Promise<void> => {
    if (config.smtp !== null) {
      await queueMail(tx, resources, { email, userId }, { kind: 'welcome', email, username })
    }
    await afterwards(tx, userId)
  }
  return createUser(resources, registration, { admit, guest, afterwards: welcome })
}

/**
 * Creates a user with a person of the same name and the welcome tokens (D-26, D-35). Name and e-mail are checked in the
 * transaction that uses them. For two registrations at once, the unique index decides. Without a password, the person
 * signs in another way. A guest keeps the account, and gets the rest of the welcome tokens (D-152).
 * @throws Refused 422 for a taken name or e-mail; 409 for a guest who has registered meanwhile
 */
export async function createUser(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  registration: Omit<Registration, 'password'> & { password: string | null },
  {
    role = Role.Member,
    guest = null,
    admit,
    afterwards
  }: {
    role?: Role
    /** The id of the guest who becomes the user. */
    guest?: number | null
    /** Runs first, and decides about the account. */
    admit?: (tx: Transaction) => Promise<Entry>
    afterwards?: (tx: Transaction, userId: number) => Promise<void>
  } = {}
): Promise<number> {
  const { email, username } = registration
  // The admin's username is reserved for everyone else.
  if (role !== Role.Admin && isReserved(username)) refuse(invalid('username', USERNAME_TAKEN))
  const { password } = registration
  const password_hash = password === null ? NO_PASSWORD : await hashPassword(db, password)
  const first_name = registration.first_name ?? ''
  const last_name = registration.last_name ?? ''
  const now = dateAt(clock)
  try {
    return await db.transaction(async tx => {
      if (guest !== null) {
        // In the order of a join, which charges a use and then stores a row that refers to the user.
        await lockBalance(tx, guest)
        if (!(await lockGuest(tx, guest))) refuse({ kind: 'conflict', message: REGISTERED_ALREADY })
      }
      const entry = await admit?.(tx)
      const taken = await findTaken(tx, { email, username })
      if (taken.email || taken.username) refuseTaken(taken)
      const user = {
        username,
        email,
        first_name,
        last_name,
        name: registration.name?.trim() || [first_name, last_name].filter(Boolean).join(' ') || username,
        password_hash,
        role_id: role,
        ...entry,
        time_zone: registration.time_zone ?? UTC.time_zone,
        terms_accepted_at: registration.terms === 1 ? now : null,
        new_messages: Object.fromEntries(MESSAGE_KEYS.map(key => [key, 1])) as never
      }
      const userId = await (guest === null
        ? insertUser(tx, { ...user, created_at: now })
        : registerGuest(tx, guest, user, now))
      if (await isFormerEmail(tx, { clock }, email, userId)) refuseTaken({ email: true, username: false })
      if (guest === null) await openBalance(tx, userId, WELCOME_USES, now)
      else await changeBalance(tx, userId, { bucket: 'free', amount: REGISTERED_USES, action: 'registered' }, now)
      await afterwards?.(tx, userId)
      return userId
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) refuseTaken({ email: true, username: false })
    if (isUniqueViolation(error)) refuseTaken({ email: false, username: true })
    throw error
  }
}

function refuseTaken(taken: { email: boolean; username: boolean }): never {
  const fields: Record<string, string> = {}
  if (taken.email) fields.email = EMAIL_TAKEN
  if (taken.username) fields.username = USERNAME_TAKEN
  const message = Object.values(fields)[0]
  return refuse({ kind: 'invalid', fields, ...(message ? { message } : {}) })
}
