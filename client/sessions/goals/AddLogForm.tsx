import { Button, Checkbox, Group, Select, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { own } from '../../../domain/lib/own.ts'
import { JOIN_FIRST } from '../../../domain/lib/refusal.ts'
import { sessionLogBody } from '../../../domain/logs/fields.ts'
import { LogStatus } from '../../../domain/logs/log.ts'
import { NO_LOGS_YET } from '../../../domain/logs/logging.ts'
import type { SessionData } from '../../../domain/sessions/api.ts'
import { REMOVED } from '../../../domain/sessions/people/join.ts'
import { SessionStatus } from '../../../domain/sessions/status.ts'
import { askForTokens } from '../../billing/purchase.ts'
import { useDistanceUnit } from '../../lib/distances.ts'
import { getUser } from '../../lib/user.ts'
import { asMember, joinFirst } from '../../live/join/as-member.ts'
import { unreadable } from '../../logs/log-form.ts'
import { useOutboxForm } from '../../outbox/use-outbox-form.ts'
import { DistanceField } from '../../ui/forms/DistanceField.tsx'
import { DurationInput, secondsOf } from '../../ui/forms/DurationInput.tsx'
import { errorsOf } from '../../ui/forms/errors-of.ts'
import { buttonOf, Form } from '../../ui/forms/Form.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { NumberField, numberOf, type Typed } from '../../ui/forms/NumberField.tsx'
import { logText, NOTHING } from './goal-progress.ts'
import classes from './Logs.module.css'
import { addLog } from './quick-log.ts'

const EMPTY = {
  task_uuid: '',
  amount: '',
  distance: '' as Typed,
  duration: '',
  content: '',
  isPrivate: false,
  message: ''
}

/**
 * The form that adds a log (SES-056). It keeps the typed values until the server or the outbox has them. With a duration,
 * people start a timer or log time that is already over (D-52). Only its author sees a log that is sent as done (D-138).
 */
export function AddLogForm({ data, status }: { data: SessionData; status: 0 | 1 | 2 }) {
  const { challengeEvent: session, me } = data
  const distances = useDistanceUnit()
  const tasks = session.tasks.flatMap(group => group.parts)
  const form = useForm({
    initialValues: { ...EMPTY, task_uuid: tasks[0]?.uuid ?? '' },
    validate: unreadable
  })
  /** The status of the last try, to send it again after the person has joined. */
  const last = useRef<LogStatus>(LogStatus.Active)
  const empty = (): void => form.setValues({ ...EMPTY, task_uuid: form.values.task_uuid })
  const isTimed = (secondsOf(form.values.duration) ?? 0) > 0
  const mayStart = isTimed && status === SessionStatus.Running && !form.values.isPrivate
  const { isSending, follow } = useOutboxForm({
    delivered: empty,
    heldUp: empty,
    refused(error) {
      if (error.status === 403) joinFirst(session, () => save(last.current))
      form.setErrors({ message: messageOf(error), ...errorsByField(error) })
      askForTokens(error, () => save(last.current), `log of session ${session.id}`)
    }
  })

  function save(logStatus: LogStatus): void {
    const { values } = form
    last.current = logStatus
    const body = {
      task_uuid: values.task_uuid || null,
      amount: numberOf(values.amount),
      distance: numberOf(values.distance),
      duration: secondsOf(values.duration),
      content: values.content.trim() || null,
      ...(logStatus === LogStatus.Done ? { status: logStatus } : {})
    }
    const errors = errorsOf(sessionLogBody, body)
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) return
    const task = tasks.find(({ uuid }) => uuid === body.task_uuid)
    const text = [task?.title ?? session.title, logText(body, task?.unit, distances), body.content]
      .filter(Boolean)
      .join(' · ')
    follow(addLog(session, body, text, own(me?.task_totals, values.task_uuid) ?? NOTHING))
  }

  function submit(isOver: boolean): void {
    if (isSending) return
    const send = (): void => save(isOver ? LogStatus.Done : LogStatus.Active)
    if (getUser() && !me) form.setErrors({ message: data.isRemoved ? REMOVED : JOIN_FIRST })
    asMember(session, me !== null, send)
  }
  const isOver = form.values.isPrivate || (isTimed && !mayStart)

  if (status === SessionStatus.NotStarted) return <Text c="dimmed">{NO_LOGS_YET}</Text>
  // Nobody can join an ended session.
  if (status === SessionStatus.Ended && !me) return null
  return (
    <Form className={classes.form} onSubmit={form.onSubmit((_, event) => submit(isOver || buttonOf(event) === 'done'))}>
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
        <DistanceField unit={distances} {...form.getInputProps('distance')} />
        <DurationInput label="Duration" placeholder="0h 30m" {...form.getInputProps('duration')} />
      </div>
      <Textarea label="Note" autosize minRows={1} maxRows={6} {...form.getInputProps('content')} />
      <FormMessage text={(form.errors.message as string | undefined) ?? null} />
      <Checkbox
        label="Only for me"
        description="It counts in the totals, but nobody else sees it."
        {...form.getInputProps('isPrivate', { type: 'checkbox' })}
      />
      <Group gap="sm">
        <Button type="submit" loading={isSending}>
          {mayStart ? 'Start the timer' : 'Add Log'}
        </Button>
        {mayStart && (
          <Button type="submit" value="done" variant="default">
            Already done
          </Button>
        )}
      </Group>
    </Form>
  )
}
