import { Button, Card, Group, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { LogFields } from '../logs/LogFields.tsx'
import { EMPTY_LOG, fieldsOf, type LogValues, unreadable } from '../logs/log-form.ts'
import { logProgress } from '../logs/logs.ts'
import { secondsOf } from '../ui/DurationInput.tsx'
import { FormMessage } from '../ui/FormMessage.tsx'
import { useRefusal } from '../ui/form-errors.tsx'
import { toast } from '../ui/toast.tsx'

/** With a duration one either starts a timer or notes time that is already over (D-52). */
export function LogProgress({ goal, onLogged }: { goal: Goal; onLogged: () => void }) {
  const [busy, setBusy] = useState<LogStatus | null>(null)
  const intent = useRef(randomUuid())
  const form = useForm<LogValues>({
    initialValues: { ...EMPTY_LOG, amount: goal.amount ? (goal.amount_per_log ?? 1) : '' },
    validate: unreadable
  })
  const refusal = useRefusal(form)
  const timed = (secondsOf(form.values.duration) ?? 0) > 0

  async function log(values: LogValues, status: LogStatus): Promise<void> {
    if (busy) return
    setBusy(status)
    refusal.clear()
    try {
      await logProgress({ goal_id: goal.id, status, action: goal.action, ...fieldsOf(values) }, intent.current)
      toast.success(status === LogStatus.Active && timed ? 'Timer started.' : 'Progress logged.')
      intent.current = randomUuid()
      form.reset()
      onLogged()
    } catch (error) {
      refusal.show(error)
    } finally {
      setBusy(null)
    }
  }

  return (
    <Card component="section" aria-labelledby="log-progress" mb="lg">
      <Title order={2} id="log-progress" mb="md">
        Log progress
      </Title>
      <form onSubmit={form.onSubmit(values => log(values, LogStatus.Active))} noValidate aria-label="Log progress">
        <LogFields form={form} unit={goal.unit} />
        <FormMessage text={refusal.text} />
        <Group gap="sm" mt="lg">
          <Button type="submit" loading={busy === LogStatus.Active}>
            {timed ? 'Start the timer' : 'Log it'}
          </Button>
          {timed && (
            <Button
              variant="default"
              loading={busy === LogStatus.Done}
              onClick={() => form.onSubmit(values => log(values, LogStatus.Done))()}
            >
              Already done
            </Button>
          )}
        </Group>
        <Text c="dimmed" mt="xs">
          With a duration you can start a timer now, or note time that is already over.
        </Text>
      </form>
    </Card>
  )
}
