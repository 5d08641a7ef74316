/** The states of an entry of the log, in words. */
import { Role } from '../../domain/accounts/user.ts'
import type { AuditState } from '../../domain/audit-log/entry.ts'
import { own } from '../../domain/lib/own.ts'
import { REASON_WORDS } from '../../domain/moderation/hidden.ts'
import type { DateText } from '../lib/dates/date-texts.ts'

type Value = AuditState[string]

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const NAMES: Record<string, string> = { role_id: 'role', delete_at: 'deletion on', most_uses: 'for how many people' }
const ROLES: Record<number, string> = { [Role.Member]: 'member', [Role.Moderator]: 'moderator', [Role.Admin]: 'admin' }

/** Returns what changed, such as "role: member → moderator". A state without the other one is listed by itself. */
export function changeText(before: AuditState | null, after: AuditState | null, minute: DateText): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map(name => {
      const values = [before, after].flatMap(state => {
        const value = own(state, name)
        return value === undefined ? [] : [valueText(name, value, minute)]
      })
      return `${own(NAMES, name) ?? name.replaceAll('_', ' ')}: ${values.join(' → ')}`
    })
    .join(', ')
}

function valueText(name: string, value: Value, minute: DateText): string {
  if (value === null || value === '') return 'none'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (name === 'role_id') return own(ROLES, value) ?? String(value)
  if (name === 'reason') return (own(REASON_WORDS, value) ?? String(value)).toLowerCase()
  return typeof value === 'string' && INSTANT.test(value) ? minute(Date.parse(value)) : String(value)
}
