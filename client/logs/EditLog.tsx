import { Button, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { changedFields } from '../../domain/lib/merge.ts'
import type { Log } from '../../domain/logs/api.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { LogFields } from './LogFields.tsx'
import { fieldsOf, type LogValues, unreadable, valuesOf } from './log-form.ts'
import { updateLog } from './logs.ts'

export function EditLog({ log, onDone }: { log: Log; onDone: () => void }) {
  const form = useForm<LogValues>({ initialValues: valuesOf(log), validate: unreadable })
  const refusal = useRefusal(form)

  async function save(values: LogValues): Promise<void> {
    if (form.submitting) return
    refusal.clear()
    try {
      // What was changed in another tab meanwhile stays as it is there.
      const changed = changedFields(fieldsOf(form.getInitialValues()), fieldsOf(values))
      if (Object.keys(changed).length > 0) await updateLog(log, changed)
      onDone()
    } catch (error) {
      refusal.show(error)
    }
  }

  return (
    <Form isAsked onSubmit={form.onSubmit(save)} aria-label="Edit this log">
      <LogFields form={form} unit={log.goal?.unit ?? ''} />
      <FormMessage text={refusal.text} />
      <Group gap="sm" mt="lg">
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Form>
  )
}
