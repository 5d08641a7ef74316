import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { makeSeries } from '../../../domain/series/api.ts'
import { call } from '../../lib/api.ts'
import { makeOnce, newMaking } from '../../lib/make-once.ts'
import { useUser } from '../../lib/user.ts'
import { reloadRoomPages } from '../../live/room-pages.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { patternOf, RuleFields, type RuleForm, ruleFormOf } from './RuleFields.tsx'

interface Props {
  session: { id: number; slug: string; started_at: string | null }
  opened: boolean
  onClose: () => void
}

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
  const first = { startsAt: Date.parse(started_at ?? ''), zone: useUser()?.time_zone ?? 'UTC' }
  const form = useForm({ initialValues: ruleFormOf(first) })
  const refusal = useRefusal(form)

  async function submit(values: RuleForm): Promise<void> {
    const { made } = await makeOnce(patternOf(values), making, (body, key) =>
      call(makeSeries, { params: { event: slug }, body, key })
    )
    await reloadRoomPages(id)
    toast.success('It repeats now. Here are its next dates.', { id: 'series', at: made.series.path })
    await navigate(made.series.path)
  }

  return (
    <Form aria-label="Make it repeat" busy={form.submitting} onSubmit={form.onSubmit(refusal.guard(submit))}>
      <RuleFields form={form} first={first} />
      <Text size="sm" mt="md">
        Each date becomes a session of its own with this plan, two weeks ahead. One link always leads to the next date.
      </Text>
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Make it repeat" mt="md" />
    </Form>
  )
}
