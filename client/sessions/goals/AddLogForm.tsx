import { Button, Select, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { JOIN_FIRST } from '../../../domain/chat/chat.ts'
import { type SessionData, storeSessionLog } from '../../../domain/sessions/api.ts'
import { REMOVED } from '../../../domain/sessions/join.ts'
import { NO_LOGS_YET } from '../../../domain/sessions/logging.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { getUser } from '../../lib/user.ts'
import { unreadable } from '../../logs/log-form.ts'
import { useOutboxForm } from '../../outbox/use-outbox-form.ts'
import { DurationInput, secondsOf } from '../../ui/forms/DurationInput.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { errorsByField, errorsOf, messageOf } from '../../ui/forms/form-errors.tsx'
import { NumberField, numberOf } from '../../ui/forms/NumberField.tsx'
import classes from '../SessionLogsPage.module.css'
import { NOTHING, whatOf } from './goal-progress.ts'
import { addLog, joinFirst } from './quick-log.ts'

const EMPTY = {
  task_uuid: '',
  amount: '',
  distance: '',
  duration: '',
  content: '',
  message: ''
}

/** SES-056. What was typed stays until the server or the outbox has it. */
export function AddLogForm({ data, status }: { data: SessionData; status: 0 | 1 | 2 }) {
  const { challengeEvent: session, me } = data
  const tasks = session.tasks.flatMap(group => group.parts)
  const form = useForm({
    initialValues: { ...EMPTY, task_uuid: tasks[0]?.uuid ?? '' },
    validate: unreadable
  })
  const empty = (): void => form.setValues({ ...EMPTY, task_uuid: form.values.task_uuid })
  const { isSending, follow } = useOutboxForm({
    delivered: empty,
    heldUp: empty,
    refused(error) {
      if (error.status === 403) joinFirst(session, save)
      form.setErrors({ message: messageOf(error), ...errorsByField(error) })
    }
  })

  function save(): void {
    const { values } = form
    const body = {
      task_uuid: values.task_uuid || null,
      amount: numberOf(values.amount),
      distance: numberOf(values.distance),
      duration: secondsOf(values.duration),
      content: values.content.trim() || null
    }
    if (!body.amount && !body.distance && !body.duration && !body.content) {
      form.setFieldError('amount', 'Give an amount, a distance, a time or a note.')
      return
    }
    const errors = errorsOf(storeSessionLog, body)
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) return
    const task = tasks.find(({ uuid }) => uuid === body.task_uuid)
    const text = [task?.title ?? session.title, whatOf(body, task?.unit), body.content].filter(Boolean).join(' · ')
    follow(addLog(session, body, text, me?.task_totals[values.task_uuid] ?? NOTHING))
  }

  function submit(): void {
    if (isSending) return
    if (getUser() && !me) {
      form.setErrors({ message: data.isRemoved ? REMOVED : JOIN_FIRST })
      joinFirst(session, save)
    } else requireSignIn('to log your progress', save)
  }

  if (status === 0) return <Text c="dimmed">{NO_LOGS_YET}</Text>
  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
      {tasks.length > 0 && (
        <Select
          label="Goal"
          data={[...tasks.map(task => ({ value: task.uuid, label: task.title })), { value: '', label: 'None of them' }]}
          allowDeselect={false}
          {...form.getInputProps('task_uuid')}
        />
      )}
      <div className={classes.numbers}>
        <NumberField label="Amount" {...form.getInputProps('amount')} />
        <NumberField label="Distance (miles)" {...form.getInputProps('distance')} />
        <DurationInput label="Duration" placeholder="0h 30m" {...form.getInputProps('duration')} />
      </div>
      <Textarea label="Note" autosize minRows={1} maxRows={6} {...form.getInputProps('content')} />
      <FormMessage text={(form.errors.message as string | undefined) ?? null} />
      <Button type="submit" loading={isSending} style={{ alignSelf: 'start' }}>
        Add Log
      </Button>
    </form>
  )
}
