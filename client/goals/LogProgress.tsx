import { Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import { logText } from '../../domain/goals/presses.ts'
import { countedBy } from '../../domain/goals/targets.ts'
import { quickLogBody } from '../../domain/logs/fields.ts'
import { LogStatus } from '../../domain/logs/log.ts'
import { askForTokens } from '../billing/purchase.ts'
import { distanceUnitNow } from '../lib/distances.ts'
import { ProgressFields } from '../logs/LogFields.tsx'
import { EMPTY_LOG, fieldsOf, type LogValues, unreadable } from '../logs/log-form.ts'
import { useOutboxForm } from '../outbox/use-outbox-form.ts'
import { secondsOf } from '../ui/forms/DurationInput.tsx'
import { errorsOf } from '../ui/forms/errors-of.ts'
import { buttonOf, Form } from '../ui/forms/Form.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { logProgress } from './goal-presses.ts'

/** With a duration a person starts a timer, or logs time that is already over (D-52). */
export function LogProgress({ goal, onLogged }: { goal: Goal; onLogged: () => void }) {
  const [sent, setSent] = useState<{ status: LogStatus; isTimer: boolean } | null>(null)
  const counted = countedBy(goal)
  const form = useForm<LogValues>({
    initialValues: {
      ...EMPTY_LOG,
      amount: counted.includes('amount') && goal.amount ? (goal.amount_per_log ?? 1) : ''
    },
    validate: unreadable
  })
  const refusal = useRefusal(form)
  const timed = (secondsOf(form.values.duration) ?? 0) > 0
  const { isSending, follow } = useOutboxForm({
    delivered() {
      toast.success(sent?.isTimer ? 'Timer started.' : 'Progress logged.')
      close()
    },
    heldUp: close,
    refused(error) {
      refusal.show(error)
      askForTokens(error, () => log(form.getValues(), sent?.status ?? LogStatus.Active), `log ${goal.id}`)
    }
  })

  function close(): void {
    form.reset()
    onLogged()
  }

  function log(values: LogValues, status: LogStatus): void {
    if (isSending) return
    refusal.clear()
    const body = { goal_id: goal.id, status, action: goal.action, ...fieldsOf(values) }
    const errors = errorsOf(quickLogBody, body)
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) return
    setSent({ status, isTimer: status === LogStatus.Active && timed })
    follow(
      logProgress(
        body,
        [goal.title, logText(body, goal.unit, distanceUnitNow()), body.content].filter(Boolean).join(' · ')
      )
    )
  }

  return (
    <Panel id="log-progress" title="Log progress" mb="lg">
      <Form
        onSubmit={form.onSubmit((values, event) =>
          log(values, buttonOf(event) === 'done' ? LogStatus.Done : LogStatus.Active)
        )}
        aria-label="Log progress"
      >
        <ProgressFields form={form} unit={goal.unit} counted={counted} />
        <FormMessage text={refusal.text} />
        <Group gap="sm" mt="lg">
          <Button type="submit" loading={isSending && sent?.status === LogStatus.Active}>
            {timed ? 'Start the timer' : 'Log it'}
          </Button>
          {timed && (
            <Button type="submit" value="done" variant="default" loading={isSending && sent?.status === LogStatus.Done}>
              Already done
            </Button>
          )}
        </Group>
        {(timed || counted.includes('duration')) && (
          <Text c="dimmed" mt="xs">
            With a duration, you can start a timer now, or log time you’ve already spent.
          </Text>
        )}
      </Form>
    </Panel>
  )
}
