import { Role } from '../../domain/accounts/user.ts'
import type { AdminPerson } from '../../domain/admin/people-api.ts'

/** The special states of an account, the weightiest first. Empty for an ordinary member. */
export function statesOf(person: AdminPerson, now: number): string[] {
  const { role_id, suspended_until, is_unconfirmed, is_unapproved, delete_at } = person
  return [
    role_id === Role.Admin && 'Admin',
    role_id === Role.Moderator && 'Moderator',
    suspended_until !== null && Date.parse(suspended_until) > now && 'Suspended',
    delete_at !== null && 'To be deleted',
    is_unapproved === 1 && 'Waits for approval',
    is_unconfirmed === 1 && 'Email not confirmed'
  ].filter(state => state !== false)
}
