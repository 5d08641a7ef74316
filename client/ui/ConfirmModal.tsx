import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { CallRefused } from '../lib/api.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { useAction } from './ActionButton.tsx'
import { Dialog } from './Dialog.tsx'
import { FormMessage } from './forms/FormMessage.tsx'
import { messageOf } from './forms/form-errors.tsx'

export interface Question {
  /** A question: "Delete this goal?" */
  title: string
  children?: ReactNode
  /** Label of the button that confirms: "Delete". */
  confirm: string
  /** Label of the button that changes nothing, if "Cancel" may be misread. */
  keep?: string
  onConfirm: () => void | Promise<void>
}

interface Props extends Question {
  opened: boolean
  onClose: () => void
}

/** Asks once before an action that cannot be undone. After a refusal it shows why, and stays open for another try. */
export function ConfirmModal({ opened, title, children, confirm, keep = 'Cancel', onConfirm, onClose }: Props) {
  const { busy, refusal, refuse, run } = useAction(error => {
    // The page may be out of date, for example if the same was done on another device.
    if (error instanceof CallRefused) void reloadAllPages()
    return messageOf(error)
  })
  function close(): void {
    refuse(null)
    onClose()
  }
  async function act(): Promise<void> {
    await onConfirm()
    close()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title} size="26rem">
      {children}
      <FormMessage text={refusal} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          {keep}
        </Button>
        <Button onClick={() => void run(act)} loading={busy}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  )
}
