import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Log } from '../../domain/logs/api.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { messageOf } from '../ui/form-errors.tsx'
import { toast } from '../ui/toast.tsx'
import { canDelete } from './log-state.ts'
import { deleteLog } from './logs.ts'

export function LogActions({ log, children }: { log: Log; children: ReactNode }) {
  const [deleting, setDeleting] = useState(false)
  async function remove(): Promise<void> {
    try {
      await deleteLog(log)
    } catch (error) {
      toast.error(messageOf(error))
      throw error
    }
  }
  return (
    <Group gap="xs">
      {children}
      {canDelete(log) && (
        <Button variant="subtle" color="gray" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      <ConfirmModal
        opened={deleting}
        title="Delete this log?"
        confirm="Delete"
        onConfirm={remove}
        onClose={() => setDeleting(false)}
      >
        What it counted is taken off the goal. The token that was used does not come back.
      </ConfirmModal>
    </Group>
  )
}
