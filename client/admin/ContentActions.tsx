import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { isAdmin } from '../../domain/accounts/user.ts'
import * as api from '../../domain/admin/content-api.ts'
import type { Reason } from '../../domain/moderation/hidden.ts'
import { decideReport } from '../../domain/reports/api.ts'
import { SessionStatus } from '../../domain/sessions/status.ts'
import { proven } from '../accounts/proof/proof.ts'
import { call } from '../lib/api.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { useUser } from '../lib/user.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { useDecideCheck } from './decide-check.ts'
import { ReasonForm } from './ReasonForm.tsx'

type Act = 'Hide' | 'End' | 'Delete'

export function ContentActions({
  list,
  row: { id, title, owner, hidden, status }
}: {
  list: api.ContentList
  row: api.ContentRow
}) {
  const [asked, setAsked] = useState<Act | null>(null)
  const viewer = useUser()
  const mayHide = useDecideCheck(owner) === null
  const decide = (body: { decision: 'hide'; reason: Reason; note: string } | { decision: 'keep' }) =>
    call(decideReport, { params: { kind: api.CONTENT_LISTS[list], subject: String(id) }, body })
  const run = async (done: string, action: () => Promise<unknown>) => {
    await proven(action)
    setAsked(null)
    await reloadPages(api.contentPage)
    toast.success(`“${title}” ${done}.`, { id: 'admin-content' })
  }
  const ACTS: Record<Act, (reason: Reason, note: string) => Promise<void>> = {
    Hide: (reason, note) => run('is hidden', () => decide({ decision: 'hide', reason, note })),
    End: reason => run('has ended', () => call(api.endContent, { params: { id: String(id) }, body: { reason } })),
    Delete: reason =>
      run('is deleted', () => call(api.deleteContent, { params: { kinds: list, id: String(id) }, body: { reason } }))
  }
  if (asked) {
    return (
      <ReasonForm
        label={asked}
        {...(hidden ? { reason: hidden } : {})}
        hasNote={asked === 'Hide'}
        act={ACTS[asked]}
        onCancel={() => setAsked(null)}
      />
    )
  }
  const ask = (act: Act) => (
    <Button size="sm" variant="default" aria-label={`${act} “${title}”`} onClick={() => setAsked(act)}>
      {act}
    </Button>
  )
  return (
    <Group mt="xs" gap="sm">
      {mayHide && hidden && (
        <ActionButton
          size="sm"
          variant="default"
          aria-label={`Restore “${title}”`}
          action={() => run('is back', () => decide({ decision: 'keep' }))}
        >
          Restore
        </ActionButton>
      )}
      {mayHide && !hidden && ask('Hide')}
      {isAdmin(viewer) && status === SessionStatus.Running && ask('End')}
      {isAdmin(viewer) && ask('Delete')}
    </Group>
  )
}
