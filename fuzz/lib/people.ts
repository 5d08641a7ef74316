/** The people who send hostile input, and one of each thing. They are renewed, because hostile calls delete things. */
import { login, register } from '../../domain/accounts/api.ts'
import { Role as Standing } from '../../domain/accounts/user.ts'
import { settingsPage, updateSettings } from '../../domain/admin/api.ts'
import { createAdasThings } from '../../testing/input/bad-requests.ts'
import { ADMIN } from '../../testing/names.ts'
import { type Caller, registration } from '../../testing/world.ts'
import type { Role } from './cases.ts'
import type { Ground } from './ground.ts'
import { callerAt } from './http.ts'

export interface People {
  callers: Record<Role, Caller>
  things: Record<string, string>
  /** Signs a person in again whose login has ended. */
  signIn: (role: Role) => Promise<void>
}

/** @param round makes the names unique */
export async function gather({ address, query }: Ground, round: number): Promise<People> {
  const join = async (name: string): Promise<Caller> => {
    const caller = callerAt(address, `${name}-${round}`)
    await caller.call(register, { body: registration(caller.username) })
    return caller
  }
  const admin = callerAt(address, ADMIN.username)
  await admin.call(login, { body: { email: ADMIN.email, password: ADMIN.password } })
  const { revision } = await admin.visit(settingsPage)
  await admin.call(updateSettings, {
    body: { revision, settings: { registration: 'open', members_only: 0, allowed_domains: [] } }
  })
  // Each round invites someone, and an admin may have fifty open invitations.
  await query('update invitations set ended_at = now() where ended_at is null', [])
  const [owner, member, moderator] = await Promise.all(['ada', 'mallory', 'mira'].map(join))
  if (!owner || !member || !moderator) throw new Error('nobody came')
  await query('update users set role_id = $1 where username = $2', [Standing.Moderator, moderator.username])
  const callers = { visitor: callerAt(address, 'visitor'), member, owner, moderator, admin }
  const things = await createAdasThings({ as: join, admin: async () => admin, clock: Date }, owner)
  Object.assign(things, { username: `grace-${round}`, person: owner.username, room: things.id })
  const entering = new Map<Role, Promise<void>>()
  const enter = async (role: Role): Promise<void> => {
    const { username, request } = callers[role]
    const { email, password } = role === 'admin' ? ADMIN : registration(username)
    // A suspended or deleted person stays out until the next round.
    await request({ method: 'POST', url: '/api/login', payload: { email, password } })
  }
  const signIn = async (role: Role): Promise<void> => {
    const known = entering.get(role) ?? enter(role).finally(() => entering.delete(role))
    entering.set(role, known)
    return known
  }
  return { callers, things, signIn }
}
