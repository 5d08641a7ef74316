/**
 * Decides what an account allows, whatever the call is about: whether it is a guest's (D-152), suspended (D-148), waits
 * for approval (D-146) or has a confirmed email (D-145), and what the hut lets members create.
 */
import type { Created, Endpoint } from '../lib/endpoint.ts'
import type { Refusal } from '../lib/refusal.ts'
import type { HutSettings } from '../settings/settings.ts'
import { GUESTS_REGISTER } from './guest.ts'
import { suspensionOf } from './suspension.ts'
import { isModerator } from './user.ts'

/** @internal For tests too. */
export const WAITS =
  'An admin has yet to approve your account. Until then you can read, export your data and delete the account.'
export const CONFIRM_FIRST =
  'Confirm your email first: open the link that we sent you. You can get it again from the bar at the top of each page.'

interface Person {
  id: number
  role_id: number
  is_unconfirmed: boolean
  is_unapproved: boolean
  guest_name: string | null
  suspended_until: Date | null
  suspended_reason: string | null
  time_zone: string
}

/** Whether the viewer may create this kind of thing in the hut. @internal For tests too. */
export function mayCreate(
  kind: Created,
  viewer: Pick<Person, 'id' | 'role_id'> | null,
  hut: Pick<HutSettings, `create_${Created}`>
): boolean {
  return hut[`create_${kind}`] === 'everyone' || isModerator(viewer)
}

/** Returns why the person may not make the call; null if they may. @param now in ms since 1970 */
export function whyNotCall(
  { method, changes, whileHeld, guests, needsEmail, creates }: Omit<Endpoint, 'path' | 'summary' | 'response'>,
  person: Person,
  hut: Pick<HutSettings, `create_${Created}`>,
  now: number
): string | null {
  const writes = method !== 'GET' || changes === true
  if (person.guest_name !== null && writes && !guests) return GUESTS_REGISTER
  if (person.is_unapproved && writes && !whileHeld) return WAITS
  const suspension = suspensionOf(person, now)
  if (suspension !== null && writes && !whileHeld) return suspension
  if (creates && !mayCreate(creates, person, hut)) return staffOnly(creates)
  return needsEmail && person.is_unconfirmed ? CONFIRM_FIRST : null
}

/** Refuses a person without a confirmed email who lists something for everyone (D-145). */
export function listingCheck(person: Pick<Person, 'is_unconfirmed'>, isListed: boolean): Refusal | null {
  return isListed && person.is_unconfirmed ? { kind: 'forbidden', message: CONFIRM_FIRST } : null
}

/** Returns the sentence for people who may not create this. @internal For tests too. */
export function staffOnly(kind: Created): string {
  return `Only admins and moderators create ${kind} here.`
}
