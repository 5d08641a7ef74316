import { Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf } from './forms/form-errors.tsx'
import { toast } from './toast.tsx'

interface Props {
  opened: boolean
  /** A question: "Delete this goal?" */
  title: string
  children?: ReactNode
  /** What the button does: "Delete". */
  confirm: string
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** Asks once before what cannot be undone. A refusal is said; it stays open then, so that one can try again. */
export function ConfirmModal({ opened, title, children, confirm, onConfirm, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  async function act(): Promise<void> {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="26rem">
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button onClick={() => void act()} loading={busy}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  )
}
