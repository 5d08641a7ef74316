import { Button, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Log } from '../../domain/logs/api.ts'
import { FormMessage } from '../ui/FormMessage.tsx'
import { errorsByField, messageOf } from '../ui/form-errors.tsx'
import { LogFields } from './LogFields.tsx'
import { fieldsOf, type LogValues, unreadable, valuesOf } from './log-form.ts'
import { updateLog } from './logs.ts'

export function EditLog({ log, onDone }: { log: Log; onDone: () => void }) {
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm<LogValues>({ initialValues: valuesOf(log), validate: unreadable })

  async function save(values: LogValues): Promise<void> {
    if (form.submitting) return
    setRefused(null)
    try {
      await updateLog(log, { ...fieldsOf(values), action: log.action })
      onDone()
    } catch (error) {
      const errors = errorsByField(error)
      form.setErrors(errors)
      if (Object.keys(errors).length === 0) setRefused(messageOf(error))
    }
  }

  return (
    <form onSubmit={form.onSubmit(save)} noValidate aria-label="Edit this log">
      <LogFields form={form} unit={log.goal?.unit ?? ''} />
      <FormMessage text={refused} />
      <Group gap="sm" mt="lg">
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
