import { ActionIcon } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import type { Log } from '../../domain/logs/api.ts'
import { mayDelete } from '../../domain/logs/log.ts'
import { config } from '../lib/embedded.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { toastUndo } from '../ui/toasts/toast-undo.ts'
import classes from './LogCard.module.css'
import { deleteLog, restoreLog } from './logs.ts'

export function LogActions({ log, onEdit }: { log: Log; onEdit: () => void }) {
  const [deleting, setDeleting] = useState(false)
  async function remove(): Promise<void> {
    await deleteLog(log)
    toastUndo('Deleted the log.', () => restoreLog(log))
  }

  return (
    <div className={classes.actions}>
      <ActionIcon color="gray" aria-label="Edit" title="Edit" onClick={onEdit}>
        <IconPencil size={20} aria-hidden />
      </ActionIcon>
      {mayDelete(log).ok && (
        <ActionIcon color="gray" aria-label="Delete" title="Delete" onClick={() => setDeleting(true)}>
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      )}
      <ConfirmModal
        opened={deleting}
        title="Delete this log?"
        confirm="Delete"
        onConfirm={remove}
        onClose={() => setDeleting(false)}
      >
        What it counted is taken off the goal.
        {config.is_free ? '' : ' Its use comes back only in the first 30 seconds.'}
      </ConfirmModal>
    </div>
  )
}
