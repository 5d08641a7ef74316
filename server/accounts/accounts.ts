/** Registers people and checks their passwords. */
import type * as z from 'zod/mini'
import {
  BAD_CREDENTIALS,
  EMAIL_TAKEN,
  PASSWORD_FOR_EMAIL,
  type registerBody,
  type updateProfile as updateProfileCall
} from '../../domain/accounts/api.ts'
import { WRONG_PASSWORD } from '../../domain/accounts/fields.ts'
import { MESSAGE_KEYS, Role } from '../../domain/accounts/user.ts'
import { isReserved, USERNAME_TAKEN } from '../../domain/accounts/username.ts'
import { UTC } from '../../domain/lib/day.ts'
import type { ReceivedBy } from '../../domain/lib/endpoint.ts'
import { invalid, refuse } from '../../domain/lib/refusal.ts'
import { changedMeanwhile } from '../../domain/lib/revision.ts'
import { WELCOME_USES } from '../../domain/tokens/tokens.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Resources } from '../dependencies.ts'
import { dateAt } from '../lib/clock.ts'
import { isUniqueViolation } from '../lib/database-errors.ts'
import { isFormerEmail } from '../mail/link-rows.ts'
import { openBalance } from '../tokens/ledger-rows.ts'
import { askForNewEmail } from './emails/new-email.ts'
import { hashPassword, matchesPassword } from './passwords.ts'
import {
  findCredentials,
  findTaken,
  getCredentials,
  getProfile,
  insertUser,
  isEmailTaken,
  updateProfileOf
} from './queries.ts'

type Registration = Omit<z.output<typeof registerBody>, 'password_confirmation' | 'client_uuid'>

type Profile = ReceivedBy<typeof updateProfileCall>['body']['userData']

/** The hash of a random password, so that an unknown e-mail takes as long as a wrong password (D-25). */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$a285O77GuC1bkr9ZD9Emyw$/mLDcehozP5Nfgb55rag/ur9K7LHo0+x19oFZvf4gJ0'

/**
 * Creates a user with a person of the same name and the welcome tokens (D-26, D-35). Name and e-mail are checked in the
 * transaction that uses them. For two registrations at once, the unique index decides.
 * @throws Refused 422 for a taken name or e-mail
 */
export async function createUser(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  registration: Registration,
  afterwards: (tx: Transaction, userId: number) => Promise<void> = async () => {},
  role: number = Role.Member
): Promise<number> {
  const { email, username } = registration
  // The admin's username is reserved for everyone else.
  if (role !== Role.Admin && isReserved(username)) refuse(invalid('username', USERNAME_TAKEN))
  const password_hash = await hashPassword(db, registration.password)
  const first_name = registration.first_name ?? ''
  const last_name = registration.last_name ?? ''
  const now = dateAt(clock)
  try {
    return await db.transaction(async tx => {
      const taken = await findTaken(tx, { email, username })
      if (taken.email || taken.username) refuseTaken(taken)
      const userId = await insertUser(tx, {
        username,
        email,
        first_name,
        last_name,
        name: registration.name?.trim() || [first_name, last_name].filter(Boolean).join(' ') || username,
        password_hash,
        role_id: role,
        time_zone: registration.time_zone ?? UTC.time_zone,
        terms_accepted_at: registration.terms === 1 ? now : null,
        new_messages: Object.fromEntries(MESSAGE_KEYS.map(key => [key, 1])) as never,
        created_at: now
      })
      if (await isFormerEmail(tx, { clock }, email, userId)) refuseTaken({ email: true, username: false })
      await openBalance(tx, userId, WELCOME_USES, now)
      await afterwards(tx, userId)
      return userId
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) refuseTaken({ email: true, username: false })
    if (isUniqueViolation(error)) refuseTaken({ email: false, username: true })
    throw error
  }
}

/** The id of the user with these credentials. A wrong password and an unknown e-mail get the same refusal. */
export async function checkPassword(db: Database, email: string, password: string): Promise<number> {
  const user = await findCredentials(db, email)
  const matches = await matchesPassword(db, user?.password_hash ?? NOBODY, password)
  if (!user || !matches) return refuse({ kind: 'invalid', fields: {}, message: BAD_CREDENTIALS })
  return user.id
}

/**
 * Changes the given fields of a profile (D-29). A new e-mail needs the password, and must be confirmed by a link that
 * is sent there.
 * @param limits `check` runs before a password is checked, `change` around an operation that may reveal a taken e-mail
 * @throws Refused 422 for a wrong password, and for an e-mail of another account
 */
export async function updateProfile(
  resources: Resources,
  userId: number,
  { first_name, last_name, email, revision }: Profile,
  password: string,
  limits: { check: () => Promise<void>; change: <Value>(work: () => Promise<Value>) => Promise<Value> }
): Promise<void> {
  const { db } = resources
  const own = await getCredentials(db, userId)
  const newEmail = email !== undefined && email.toLowerCase() !== own.email.toLowerCase() ? email : null
  if (newEmail !== null) {
    if (password === '') refuse(invalid('password', PASSWORD_FOR_EMAIL))
    await limits.check()
    if (!(await matchesPassword(db, own.password_hash, password))) refuse(invalid('password', WRONG_PASSWORD))
  }
  const changes = {
    ...(email === undefined || newEmail !== null ? {} : { email }),
    ...(first_name === undefined ? {} : { first_name: first_name ?? '' }),
    ...(last_name === undefined ? {} : { last_name: last_name ?? '' })
  }
  if (Object.keys(changes).length === 0 && newEmail === null) return
  const change = () =>
    db.transaction(async tx => {
      if (!(await updateProfileOf(tx, userId, changes, revision))) return false
      if (newEmail === null) return true
      if (await isEmailTaken(tx, newEmail)) refuse(invalid('userData.email', EMAIL_TAKEN))
      await askForNewEmail(tx, resources, userId, newEmail)
      return true
    })
  const isDone = await (newEmail === null ? change() : limits.change(change))
  if (!isDone) refuse(changedMeanwhile(await getProfile(db, userId)))
}

function refuseTaken(taken: { email: boolean; username: boolean }): never {
  const fields: Record<string, string> = {}
  if (taken.email) fields.email = EMAIL_TAKEN
  if (taken.username) fields.username = USERNAME_TAKEN
  const message = Object.values(fields)[0]
  return refuse({ kind: 'invalid', fields, ...(message ? { message } : {}) })
}
