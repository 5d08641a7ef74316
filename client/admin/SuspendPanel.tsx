import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isSuspended } from '../../domain/accounts/suspension.ts'
import { isAdmin, Role } from '../../domain/accounts/user.ts'
import { type AdminPerson, suspendPerson, unsuspendPerson } from '../../domain/admin/people-api.ts'
import { call } from '../lib/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { useUser } from '../lib/user.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { Panel } from '../ui/Panel.tsx'
import { actOn } from './people.ts'

const SHORT = [
  { value: '1', label: 'For a day' },
  { value: '3', label: 'For 3 days' },
  { value: '7', label: 'For a week' }
]
const LONG = [...SHORT, { value: '30', label: 'For 30 days' }, { value: '', label: 'Until someone lifts it' }]

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** Suspends a person with a reason that they read, or lifts that (D-148). */
export function SuspendPanel({ person }: { person: AdminPerson }) {
  const now = useNow(60_000)
  const until = person.suspended_until === null ? null : Date.parse(person.suspended_until)
  const minute = useMinute()
  if (until !== null && isSuspended(until, now)) {
    return (
      <Panel id="suspension" title="Suspended" size="h3">
        <Text>Until {minute(until)}</Text>
        <Text c="dimmed" mb="md">
          {person.suspended_reason}
        </Text>
        <ActionButton
          variant="default"
          action={() =>
            actOn(
              () => call(unsuspendPerson, { params: { username: person.username }, body: {} }),
              `${person.username} can use their account again.`
            )
          }
        >
          Lift the suspension
        </ActionButton>
      </Panel>
    )
  }
  return person.role_id === Role.Admin ? null : <SuspendForm username={person.username} />
}

function SuspendForm({ username }: { username: string }) {
  const viewer = useUser()
  const form = useForm({ initialValues: { days: '1', reason: '' } })
  const refusal = useRefusal(form)
  return (
    <Panel id="suspension" title="Suspend" size="h3">
      <Text c="dimmed" mb="sm">
        {username} can still sign in, read, export and leave, and sees your reason.
      </Text>
      <Form
        aria-label="Suspend"
        busy={form.submitting}
        onSubmit={form.onSubmit(
          refusal.guard(async ({ days, reason }) => {
            const body = { days: days === '' ? null : Number(days), reason }
            await actOn(() => call(suspendPerson, { params: { username }, body }), `${username} is suspended.`)
            form.reset()
          })
        )}
      >
        <NativeSelect label="How long" data={isAdmin(viewer) ? LONG : SHORT} {...form.getInputProps('days')} />
        <Textarea label="Reason" mt="sm" autosize minRows={2} maxLength={500} {...form.getInputProps('reason')} />
        <FormEnd refusal={refusal.text} busy={form.submitting} submit="Suspend" variant="default" mt="md" />
      </Form>
    </Panel>
  )
}
