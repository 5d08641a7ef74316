import { expect, test } from 'vitest'
import type { AuditState } from '../../domain/audit-log/entry.ts'
import { changeText } from './log-words.ts'

test.each<[AuditState | null, AuditState | null, string]>([
  [{ role_id: 1 }, { role_id: 5 }, 'role: member → moderator'],
  [null, { hidden: true, reason: 'spam' }, 'hidden: yes, reason: spam or advertising'],
  [{ suspended_until: null }, { suspended_until: '2026-11-28T12:00:00.000Z' }, 'suspended until: none → a minute'],
  [{ uses: 3 }, null, 'uses: 3'],
  [{ hide_after: 3, name: 'a' }, { hide_after: 5, name: 'a' }, 'hide after: 3 → 5, name: a → a']
])('the states %j and %j in words', (before, after, text) => {
  expect(changeText(before, after, () => 'a minute')).toBe(text)
})
