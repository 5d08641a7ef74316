import { Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { type adminPersonPage, removeContent, restoreContent } from '../../domain/admin/people-api.ts'
import type { DataOf } from '../../domain/lib/page.ts'
import { REASON_WORDS, type Reason } from '../../domain/moderation/hidden.ts'
import { call } from '../lib/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { REASON_OPTIONS } from '../moderation/reasons.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { reloadPerson } from './people.ts'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

type Removal = DataOf<typeof adminPersonPage>['removal']

/** Hides everything that a person published, and restores it with one press. */
export function RemovalPanel({ username, removal }: { username: string; removal: Removal }) {
  const [reason, setReason] = useState<Reason>(removal?.reason ?? 'spam')
  const minute = useMinute()
  const params = { username }
  const act = async (done: string, action: () => Promise<unknown>) => {
    await action()
    await reloadPerson()
    toast.success(done, { id: 'admin-person' })
  }
  const remove = () =>
    act('Everything they published is hidden.', () => call(removeContent, { params, body: { reason } }))
  return (
    <Panel id="removal" title="What they published" size="h3">
      <Text c="dimmed" mb="sm">
        {removal
          ? `Hidden on ${minute(Date.parse(removal.removed_at))}: ${REASON_WORDS[removal.reason]}. Undo restores all of it, except what was hidden for another reason.`
          : 'Hides their messages, posts, sessions, groups, activities, texts, pictures and page, and what they publish in the next minute. You can undo this. Suspend them first, so that they can’t go on.'}
      </Text>
      <NativeSelect
        label="Reason"
        data={REASON_OPTIONS}
        value={reason}
        onChange={event => setReason(event.currentTarget.value as Reason)}
        mb="md"
      />
      <Group gap="sm">
        {removal && (
          <ActionButton action={() => act('Everything is back.', () => call(restoreContent, { params, body: {} }))}>
            Undo
          </ActionButton>
        )}
        <ActionButton variant="default" action={remove}>
          {removal ? 'Remove what came since' : 'Remove everything'}
        </ActionButton>
      </Group>
    </Panel>
  )
}
