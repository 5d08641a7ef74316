/** Decides who can register in a hut (D-146). */
import { invalid, type Refusal } from '../lib/refusal.ts'
import type { HutSettings } from '../settings/settings.ts'

export const CLOSED = 'This hut doesn’t take new people.'
export const INVITATION_NEEDED = 'You need an invitation to register here. Ask someone in this hut for their link.'
export const INVITATION_ENDED = 'This invitation no longer works. Ask for a new one.'

type Rules = Pick<HutSettings, 'registration' | 'allowed_domains'>

/** Whether a registration needs an invitation that works. @internal For tests too. */
export function needsInvitation({ registration }: Pick<HutSettings, 'registration'>): boolean {
  return registration === 'invite'
}

/**
 * Refuses an email that can't register here.
 * @param hasCode whether the person gives the code of an invitation
 * @returns 403 in a closed hut; 422 for a missing invitation and for an email of another domain
 */
export function registrationCheck(hut: Rules, email: string, hasCode: boolean): Refusal | null {
  if (hut.registration === 'closed') return { kind: 'forbidden', message: CLOSED }
  if (needsInvitation(hut) && !hasCode) return invalid('invitation', INVITATION_NEEDED)
  const refused = domainCheck(hut, email)
  return refused === null ? null : invalid('email', refused)
}

/** Returns null for an email that an account may have here, else the message to show. */
export function domainCheck({ allowed_domains }: Pick<Rules, 'allowed_domains'>, email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (allowed_domains.length === 0 || allowed_domains.includes(domain)) return null
  return `Use an email that ends with ${inWords(allowed_domains.map(one => `@${one}`))}.`
}

/** Whether a new account waits until an admin approves it. Invited people don't wait. */
export function waitsForApproval({ registration }: Pick<HutSettings, 'registration'>, isInvited: boolean): boolean {
  return registration === 'approve' && !isInvited
}

/** The most domains that a sentence lists. */
const MOST_LISTED = 5

function inWords(domains: readonly string[]): string {
  const listed = domains.length > MOST_LISTED ? [...domains.slice(0, MOST_LISTED), 'another allowed domain'] : domains
  return listed.length === 1 ? String(listed[0]) : `${listed.slice(0, -1).join(', ')} or ${listed.at(-1)}`
}
