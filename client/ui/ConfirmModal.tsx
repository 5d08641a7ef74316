import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CallRefused } from '../lib/api.ts'
import { reloadAllPages } from '../lib/page-cache.ts'
import { Dialog } from './Dialog.tsx'
import { FormMessage } from './forms/FormMessage.tsx'
import { messageOf } from './forms/form-errors.tsx'

interface Props {
  opened: boolean
  /** A question: "Delete this goal?" */
  title: string
  children?: ReactNode
  /** What the button does: "Delete". */
  confirm: string
  /** What the button does that changes nothing, where "Cancel" may be misread. */
  keep?: string
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** Asks once before what cannot be undone. A refusal is said; it stays open then, so that one can try again. */
export function ConfirmModal({ opened, title, children, confirm, keep = 'Cancel', onConfirm, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  function close(): void {
    setRefusal(null)
    onClose()
  }
  async function act(): Promise<void> {
    setBusy(true)
    setRefusal(null)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setRefusal(messageOf(error))
      // It may have been done on another device: the page then shows what is no more.
      if (error instanceof CallRefused) void reloadAllPages()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={close} title={title} size="26rem">
      {children}
      <FormMessage text={refusal} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          {keep}
        </Button>
        <Button onClick={() => void act()} loading={busy}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  )
}
