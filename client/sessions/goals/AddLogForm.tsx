import { Button, NumberInput, Select, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { JOIN_FIRST } from '../../../domain/chat/chat.ts'
import { parseDuration } from '../../../domain/lib/duration.ts'
import { type SessionData, sessionLogsPage, storeSessionLog } from '../../../domain/sessions/api.ts'
import { REMOVED } from '../../../domain/sessions/join.ts'
import { NO_LOGS_YET } from '../../../domain/sessions/logging.ts'
import { requireSignIn } from '../../accounts/sign-in.ts'
import { CallRefused, call } from '../../lib/api.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { changePages } from '../../lib/page-cache.ts'
import { getUser } from '../../lib/user.ts'
import { FormMessage } from '../../ui/FormMessage.tsx'
import { errorsByField, messageOf } from '../../ui/form-errors.tsx'
import { withPeople } from '../live/apply-event.ts'
import { changeRoomPages } from '../live/room-pages.ts'
import classes from '../SessionLogsPage.module.css'
import { joinFirst } from './quick-log.ts'

const EMPTY = {
  task_uuid: '',
  amount: '' as number | '',
  distance: '' as number | '',
  duration: '',
  content: '',
  message: ''
}

/** SES-056. What was typed stays until the server has it. */
export function AddLogForm({ data, status }: { data: SessionData; status: 0 | 1 | 2 }) {
  const { challengeEvent: session, me } = data
  const key = useRef(randomUuid())
  const tasks = session.tasks.flatMap(group => group.parts)
  const form = useForm({
    initialValues: { ...EMPTY, task_uuid: tasks[0]?.uuid ?? '' },
    validate: {
      duration: value => {
        const parsed = parseDuration(value)
        return parsed.ok ? null : parsed.message
      }
    }
  })

  async function save(): Promise<void> {
    const { values } = form
    const parsed = parseDuration(values.duration)
    const body = {
      task_uuid: values.task_uuid || null,
      amount: values.amount === '' ? null : values.amount,
      distance: values.distance === '' ? null : values.distance,
      duration: parsed.ok ? parsed.seconds : null,
      content: values.content.trim() || null
    }
    if (!body.amount && !body.distance && !body.duration && !body.content) {
      form.setFieldError('amount', 'Give an amount, a distance, a time or a note.')
      return
    }
    form.setSubmitting(true)
    try {
      const response = await call(storeSessionLog, { params: { event: session.slug }, body, key: key.current })
      key.current = randomUuid()
      changeRoomPages(session.id, page => withPeople(page, [response.challenge_user], []))
      changePages(sessionLogsPage, page =>
        page.challengeEvent.id === session.id
          ? { ...page, logs: [response.log, ...page.logs.filter(({ id }) => id !== response.log.id)] }
          : page
      )
      form.setValues({ ...EMPTY, task_uuid: values.task_uuid })
    } catch (error) {
      // A changed body needs a new key; what never arrived may use the old one again.
      if (error instanceof CallRefused) key.current = randomUuid()
      if (error instanceof CallRefused && error.status === 403) joinFirst(session, () => void save())
      form.setErrors({ message: messageOf(error), ...errorsByField(error) })
    } finally {
      form.setSubmitting(false)
    }
  }

  function submit(): void {
    if (form.submitting) return
    if (getUser() && !me) {
      form.setErrors({ message: data.isRemoved ? REMOVED : JOIN_FIRST })
      joinFirst(session, () => void save())
    } else requireSignIn('to log your progress', () => void save())
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
        <NumberInput label="Amount" min={0} hideControls decimalScale={3} {...form.getInputProps('amount')} />
        <NumberInput
          label="Distance (miles)"
          min={0}
          hideControls
          decimalScale={3}
          {...form.getInputProps('distance')}
        />
        <TextInput label="Duration" placeholder="0h 30m" {...form.getInputProps('duration')} />
      </div>
      <Textarea label="Note" autosize minRows={1} maxRows={6} {...form.getInputProps('content')} />
      <FormMessage text={(form.errors.message as string | undefined) ?? null} />
      <Button type="submit" loading={form.submitting} style={{ alignSelf: 'start' }}>
        Add Log
      </Button>
    </form>
  )
}
