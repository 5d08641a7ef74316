import { useForm } from '@mantine/form'
import { useState } from 'react'
import { UTC } from '../../domain/lib/day.ts'
import { changedFields } from '../../domain/lib/edits/merge.ts'
import type { Log } from '../../domain/logs/api.ts'
import { useUser } from '../lib/user.ts'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { errorsByField, useRefusal } from '../ui/forms/form-errors.tsx'
import { LogFields } from './LogFields.tsx'
import { changedTimes, clockOf, fieldsOf, type LogValues, missingTimes, unreadable, valuesOf } from './log-form.ts'
import { updateLog } from './logs.ts'

export function EditLog({ log, onDone }: { log: Log; onDone: () => void }) {
  const dayRules = useUser() ?? UTC
  const [initialValues] = useState(() => ({ ...valuesOf(log), ...clockOf(log, dayRules) }))
  const form = useForm<LogValues>({
    initialValues,
    validate: values => ({ ...unreadable(values), ...missingTimes(values, initialValues) })
  })
  const refusal = useRefusal(form, error => {
    const { started_at: from, ended_at: to, ...others } = errorsByField(error)
    return { ...others, ...(from ? { from } : {}), ...(to ? { to } : {}) }
  })

  async function save(values: LogValues): Promise<void> {
    // Sends only the changed fields, so that changes from other tabs stay.
    const changed = {
      ...changedFields(fieldsOf(initialValues), fieldsOf(values)),
      ...changedTimes(log, values, initialValues, dayRules)
    }
    if (Object.keys(changed).length > 0) await updateLog(log, changed)
    onDone()
  }

  return (
    <Form takesFocus onSubmit={form.onSubmit(refusal.guard(save))} aria-label="Edit this log">
      <LogFields form={form} unit={log.goal?.unit ?? ''} withTimes={initialValues.from !== ''} />
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Save" onCancel={onDone} mt="lg" />
    </Form>
  )
}
