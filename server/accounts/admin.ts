/** The site's admin, made or promoted at each start (`ADMIN_EMAIL`, `ADMIN_PASSWORD`). */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Role } from '../../domain/accounts/user.ts'
import { GUIDE } from '../../domain/accounts/username.ts'
import { Refused } from '../../domain/lib/refusal.ts'
import type { Resources } from '../dependencies.ts'
import { endLinks } from '../mail/link-rows.ts'
import { shutOut } from '../passwords/passwords.ts'
import { createUser } from './accounts.ts'
import { findAdmin, findCredentials, promote } from './queries.ts'

interface Ensured {
  id: number
  /** A random password, which is printed once. */
  password: string | null
}

/**
 * With settings, the account with that e-mail becomes admin with that password, and nothing else lets anybody in any more,
 * because anybody may have registered that e-mail. Without, the first start makes `admin@localhost` with a random password,
 * and later ones leave it alone.
 */
export async function ensureAdmin(resources: Pick<Resources, 'db' | 'clock' | 'config'>): Promise<Ensured> {
  try {
    return await findOrCreate(resources)
  } catch (error) {
    // Another node that starts at the same time was first, so the account exists.
    if (error instanceof Refused) return findOrCreate(resources)
    throw error
  }
}

async function findOrCreate(resources: Pick<Resources, 'db' | 'clock' | 'config'>): Promise<Ensured> {
  const { db, config } = resources
  const admin = await findAdmin(db)
  if (!config.admin) {
    if (admin) return { id: admin, password: null }
    const password = randomBytes(12).toString('base64url')
    return { id: await create(resources, 'admin@localhost', password), password }
  }
  const { email, password } = config.admin
  const existing = await findCredentials(db, email)
  if (!existing) return { id: await create(resources, email, password), password: null }
  if (existing.role_id !== Role.Admin || !(await verify(existing.password_hash, password).catch(() => false))) {
    const password_hash = await hash(password)
    await db.transaction(async tx => {
      await promote(tx, existing.id)
      // Nobody has a socket yet that would have to be closed.
      await shutOut(tx, existing.id, password_hash)
      await endLinks(tx, existing.id, 'email changed')
    })
  }
  return { id: existing.id, password: null }
}

async function create(resources: Pick<Resources, 'db' | 'clock'>, email: string, password: string): Promise<number> {
  const username = (await findAdmin(resources.db)) === null ? GUIDE : `${GUIDE}-${randomBytes(3).toString('hex')}`
  return createUser(resources, { email, username, password, first_name: '', last_name: '' }, undefined, Role.Admin)
}
