import { Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { KIND_WORDS, type Reason } from '../../domain/moderation/hidden.ts'
import { type Decision, decideReport, type ReportCase, reportsPage } from '../../domain/reports/api.ts'
import { NOT_ONES_OWN } from '../../domain/reports/report.ts'
import { call } from '../lib/api.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { useDecideCheck } from './decide-check.ts'
import { ReasonForm } from './ReasonForm.tsx'

const DONE = { keep: 'Everyone can see it.', hide: 'It’s hidden.', delete: 'It’s deleted.' }

/** The buttons of a case. A moderator has none for what they made themselves. */
export function Decide({ row: { kind, subject_id, author, path, hidden, can_delete, reasons } }: { row: ReportCase }) {
  const refusal = useDecideCheck(author)
  const [isHiding, setIsHiding] = useState(false)
  const decide = async (decision: Decision, more: { reason?: Reason; note?: string } = {}) => {
    await call(decideReport, { params: { kind, subject: String(subject_id) }, body: { decision, ...more } })
    await reloadPages(reportsPage)
    setIsHiding(false)
    toast.success(`${DONE[decision]} The people who reported it get the result.`, { id: 'admin-reports' })
  }
  const open = path !== null && (
    <Anchor component={Link} to={path}>
      Open
    </Anchor>
  )
  if (refusal) {
    return (
      <Group mt="xs">
        <Text>{NOT_ONES_OWN}</Text>
        {open}
      </Group>
    )
  }
  if (isHiding) {
    return (
      <ReasonForm
        label="Hide"
        reason={hidden?.reason ?? reasons[0]?.reason ?? 'spam'}
        hasNote
        act={(reason, note) => decide('hide', { reason, note })}
        onCancel={() => setIsHiding(false)}
      />
    )
  }
  return (
    <Group mt="xs">
      <ActionButton variant="default" action={() => decide('keep')}>
        {path === null ? 'Close' : hidden ? 'Restore' : 'Keep it'}
      </ActionButton>
      {path !== null && (
        <Button variant="default" onClick={() => setIsHiding(true)}>
          {hidden ? 'Keep hidden' : 'Hide'}
        </Button>
      )}
      {can_delete === 1 && (
        <ConfirmButton
          label="Delete"
          title={`Delete this ${KIND_WORDS[kind]}?`}
          confirm="Delete"
          onConfirm={() => decide('delete')}
        >
          It disappears for everyone. This can’t be undone.
        </ConfirmButton>
      )}
      {open}
    </Group>
  )
}
