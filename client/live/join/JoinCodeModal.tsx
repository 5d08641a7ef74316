import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { REQUIRED } from '../../../domain/lib/refusal.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { messageOf } from '../../ui/forms/form-errors.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  /** Joins with the code. If it rejects, the modal shows the error and stays open. */
  onSubmit: (code: string) => Promise<void>
}

export function JoinCodeModal({ opened, onClose, onSubmit }: Props) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: value => (value.trim() ? null : REQUIRED) }
  })

  async function submit({ code }: { code: string }) {
    if (form.submitting) return
    try {
      await onSubmit(code.trim())
      form.reset()
      onClose()
    } catch (error) {
      form.setErrors({ code: messageOf(error) })
    }
  }

  return (
    <Dialog opened={opened} onClose={onClose} title="Enter the code to join the session" size="26rem">
      <Form onSubmit={form.onSubmit(submit)}>
        <TextInput
          label="Code"
          autoComplete="off"
          autoCapitalize="none"
          withAsterisk
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" fullWidth mt="lg" loading={form.submitting}>
          Join
        </Button>
      </Form>
    </Dialog>
  )
}
