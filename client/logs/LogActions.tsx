import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useState } from 'react'
import type { Log } from '../../domain/logs/api.ts'
import { mayDelete } from '../../domain/logs/log.ts'
import { config } from '../lib/embedded.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toastUndo } from '../ui/toasts/toast-undo.ts'
import classes from './LogCard.module.css'
import { deleteLog, restoreLog } from './logs.ts'

interface Props {
  log: Log
  /** The heading of the log, for the names of the buttons. */
  name: string
  onEdit: () => void
}

export function LogActions({ log, name, onEdit }: Props) {
  const [deleting, setDeleting] = useState(false)
  async function remove(): Promise<void> {
    await deleteLog(log)
    toastUndo('Deleted the log.', () => restoreLog(log))
  }

  return (
    <div className={classes.actions}>
      <IconButton icon={IconPencil} label={`Edit ${name}`} title="Edit" onClick={onEdit} />
      {mayDelete(log).ok && (
        <IconButton icon={IconTrash} label={`Delete ${name}`} title="Delete" onClick={() => setDeleting(true)} />
      )}
      <ConfirmModal
        opened={deleting}
        title="Delete this log?"
        confirm="Delete"
        onConfirm={remove}
        onClose={() => setDeleting(false)}
      >
        It no longer counts for the goal.
        {config.is_free ? '' : ' You only get its use back in the first 30 seconds.'}
      </ConfirmModal>
    </div>
  )
}
