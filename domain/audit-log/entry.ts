/**
 * The log of what admins and moderators do. Each entry contains the hash of the one before, so a changed or missing
 * entry shows (`npm run audit`). Entries hold ids, numbers and fixed words, and never a text that someone can ask to
 * erase.
 */

/** The recorded actions, with the words of the admin's page. */
export const AUDIT_ACTIONS = {
  promote: 'changed the role of',
  suspend: 'suspended',
  unsuspend: 'lifted the suspension of',
  sign_out: 'signed out',
  reset_password: 'reset the password of',
  reset_mail: 'sent a reset mail to',
  reset_link: 'made a reset link for',
  confirm_email: 'confirmed the email of',
  grant_tokens: 'gave tokens to',
  schedule_deletion: 'scheduled the deletion of',
  keep_account: 'stopped the deletion of',
  remove_content: 'removed everything published by',
  restore_content: 'restored what was removed of',
  hide: 'hid',
  restore: 'restored',
  delete: 'deleted',
  change: 'changed',
  reset_session: 'reset',
  end_session: 'ended',
  remove_participant: 'removed from a session:',
  lock_chat: 'locked the chat of',
  unlock_chat: 'unlocked the chat of',
  decide_report: 'decided reports about',
  review_again: 'looked again at',
  refund: 'refunded',
  change_pool: 'changed the shared pool of tokens',
  change_settings: 'changed the settings',
  retry_mail: 'sent again',
  approve: 'approved the account of',
  refuse_account: 'refused the account of',
  create_invitation: 'created an invitation',
  end_invitation: 'ended an invitation',
  export_log: 'exported the log',
  export_money: 'exported payments',
  retry_push: 'sent pushes again',
  unlock: 'unlocked'
} as const
export type AuditAction = keyof typeof AUDIT_ACTIONS

/** The kinds of things that an action is about. */
export const AUDIT_SUBJECTS = [
  'user',
  'session',
  'group',
  'activity',
  'programme',
  'item',
  'message',
  'post',
  'picture',
  'report',
  'payment',
  'mail',
  'invitation',
  'settings'
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

/** A state before or after the action. Its keys are names of fields, its values ids, numbers and fixed words. */
export type AuditState = Record<string, string | number | boolean | null>

export interface AuditEntry {
  /** Counts from 1 without a gap. */
  number: number
  /** The account that acted; null for a command of the operator, or for a rule that acted by itself. */
  actor_id: number | null
  action: AuditAction
  subject: AuditSubject | null
  subject_id: number | null
  before: AuditState | null
  after: AuditState | null
  /** In ms since 1970. */
  at: number
}

/**
 * The text of an entry whose SHA-256 is its hash. The order of the keys in a state does not matter.
 * @param previous the hash of the entry before, in hex; empty for the first entry
 */
export function hashedText(entry: AuditEntry, previous: string): string {
  const { number, actor_id, action, subject, subject_id, before, after, at } = entry
  return JSON.stringify([previous, number, actor_id, action, subject, subject_id, sorted(before), sorted(after), at])
}

function sorted(state: AuditState | null): unknown {
  return state && Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1))
}
