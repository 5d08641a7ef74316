import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { makeSeries } from '../../../domain/series/api.ts'
import { ALL_REPEATS, daysInWords, MOST_DATES, MOST_WEEKS, Repeats } from '../../../domain/sessions/repeats.ts'
import { call } from '../../lib/api.ts'
import { makeOnce, newMaking } from '../../lib/make-once.ts'
import { useUser } from '../../lib/user.ts'
import { reloadRoomPages } from '../../live/room-pages.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { NumberField, numberOf } from '../../ui/forms/NumberField.tsx'
import { toast } from '../../ui/toasts/toast.tsx'

interface Props {
  session: { id: number; slug: string; started_at: string | null }
  opened: boolean
  onClose: () => void
}

const ENDS = [
  { value: 'never', label: 'Goes on without an end' },
  { value: 'until', label: 'Ends on a day' },
  { value: 'count', label: 'Ends after a number of dates' }
]

/** A host makes a session repeat (D-150). The first date gives the weekday and the time. */
export function RepeatDialog({ session, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Make it repeat" size="26rem">
      <RepeatForm session={session} />
    </Dialog>
  )
}

function RepeatForm({ session: { id, slug, started_at } }: Pick<Props, 'session'>) {
  const navigate = useNavigate()
  const making = useRef(newMaking())
  const zone = useUser()?.time_zone ?? 'UTC'
  const startsAt = Date.parse(started_at ?? '')
  const form = useForm({
    initialValues: { repeats: Repeats.Weekly as Repeats, every: '1', ends: 'never', until: '', count: '10' }
  })
  const refusal = useRefusal(form)
  const { repeats, ends } = form.values

  async function submit({ repeats, every, ends, until, count }: typeof form.values): Promise<void> {
    const wanted = {
      repeats,
      every: repeats === Repeats.Weekly ? (numberOf(every) ?? 1) : 1,
      until: ends === 'until' ? until : null,
      count: ends === 'count' ? numberOf(count) : null
    }
    const { made } = await makeOnce(wanted, making, (body, key) =>
      call(makeSeries, { params: { event: slug }, body, key })
    )
    await reloadRoomPages(id)
    toast.success('It repeats now. Here are its next dates.', { id: 'series' })
    await navigate(made.series.path)
  }

  return (
    <Form aria-label="Make it repeat" busy={form.submitting} onSubmit={form.onSubmit(refusal.guard(submit))}>
      <NativeSelect
        label="Repeats"
        data={ALL_REPEATS.map(value => ({ value, label: daysInWords({ repeats: value, every: 1, startsAt, zone }) }))}
        {...form.getInputProps('repeats')}
      />
      {repeats === Repeats.Weekly && (
        <NumberField
          label="Weeks from one date to the next"
          description={`1 for every week, at most ${MOST_WEEKS}`}
          inputMode="numeric"
          mt="sm"
          {...form.getInputProps('every')}
        />
      )}
      <NativeSelect label="How long" data={ENDS} mt="sm" {...form.getInputProps('ends')} />
      {ends === 'until' && <TextInput label="Last day" type="date" mt="sm" {...form.getInputProps('until')} />}
      {ends === 'count' && (
        <NumberField
          label="Number of dates"
          description={`With this one, at most ${MOST_DATES}`}
          inputMode="numeric"
          mt="sm"
          {...form.getInputProps('count')}
        />
      )}
      <Text size="sm" mt="md">
        Each date becomes a session of its own with this plan, two weeks ahead. One link always leads to the next date.
      </Text>
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Make it repeat" mt="md" />
    </Form>
  )
}
