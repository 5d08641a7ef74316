import { Button, Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { REQUIRED } from '../../../domain/lib/fields.ts'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { messageOf } from '../../ui/forms/form-errors.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  /** Joins with the code; a refusal is shown and the modal stays open. */
  onSubmit: (code: string) => Promise<void>
}

export function JoinCodeModal({ opened, onClose, onSubmit }: Props) {
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: value => (value.trim() ? null : REQUIRED) }
  })

  async function submit({ code }: { code: string }) {
    if (form.submitting) return
    setRefused(null)
    try {
      await onSubmit(code.trim())
      form.reset()
      onClose()
    } catch (error) {
      setRefused(messageOf(error))
    }
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Enter the code to join the session" size="26rem">
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <TextInput
          label="Code"
          autoComplete="off"
          autoCapitalize="none"
          withAsterisk
          data-autofocus
          {...form.getInputProps('code')}
        />
        <FormMessage text={refused} />
        <Button type="submit" fullWidth mt="lg" loading={form.submitting}>
          Join
        </Button>
      </form>
    </Modal>
  )
}
