import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { KIND_WORDS, type Reason } from '../../domain/moderation/hidden.ts'
import { decideReport, storeReport } from '../../domain/reports/api.ts'
import { call } from '../lib/api.ts'
import { refreshShownPages } from '../lib/page-cache.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { REASON_OPTIONS } from './reasons.ts'
import { closeReport, type Reported, useReportAsked } from './report.ts'

/** Reports something to the moderators, or hides it for a moderator. */
export function ReportDialog() {
  const asked = useReportAsked()
  const what = asked ? KIND_WORDS[asked.kind] : ''
  return (
    <Dialog
      opened={asked !== null}
      onClose={closeReport}
      title={asked?.hides ? `Hide this ${what}` : `Report this ${what}`}
    >
      {asked && (asked.hides ? <HideForm about={asked} what={what} /> : <ReportForm about={asked} what={what} />)}
    </Dialog>
  )
}

interface Props {
  about: Reported
  what: string
}

function ReportForm({ about: { kind, id }, what }: Props) {
  const form = useForm<{ reason: Reason; comment: string }>({ initialValues: { reason: 'spam', comment: '' } })
  const refusal = useRefusal(form)
  const send = refusal.guard(async (values: typeof form.values) => {
    await call(storeReport, { body: { kind, subject_id: id, ...values } })
    closeReport()
    toast.success('Thanks. A moderator will look at it.')
  })
  return (
    <Form aria-label={`Report this ${what}`} busy={form.submitting} onSubmit={form.onSubmit(send)}>
      <Text c="dimmed" mb="sm">
        The moderators of this site read it. The author isn’t told who reported it.
      </Text>
      <NativeSelect label="Reason" data={REASON_OPTIONS} {...form.getInputProps('reason')} />
      <Textarea
        label="Anything to add? (optional)"
        mt="sm"
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('comment')}
      />
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Report" mt="md" />
    </Form>
  )
}

function HideForm({ about: { kind, id }, what }: Props) {
  const form = useForm<{ reason: Reason; note: string }>({ initialValues: { reason: 'spam', note: '' } })
  const refusal = useRefusal(form)
  const send = refusal.guard(async (values: typeof form.values) => {
    await call(decideReport, { params: { kind, subject: String(id) }, body: { decision: 'hide', ...values } })
    closeReport()
    toast.success(`The ${what} is hidden. Its author sees why.`)
    await refreshShownPages()
  })
  return (
    <Form aria-label={`Hide this ${what}`} busy={form.submitting} onSubmit={form.onSubmit(send)}>
      <NativeSelect label="Reason" data={REASON_OPTIONS} {...form.getInputProps('reason')} />
      <Textarea
        label="For the author (optional)"
        mt="sm"
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Hide" mt="md" />
    </Form>
  )
}
