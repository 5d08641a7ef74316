import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '../../domain/lib/endpoint.ts'
import { changeRule, type SeriesDate, type SeriesPageData, seriesPage } from '../../domain/series/api.ts'
import { CallRefused, call } from '../lib/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { patternOf, RuleFields, type RuleForm, ruleFormOf } from '../sessions/repeat/RuleFields.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

const useDay = dateTexts({ weekday: 'short', month: 'short', day: 'numeric' })

type Pattern = NonNullable<SeriesPageData['pattern']>

interface Props {
  /** The first date of the new rule; null while the dialog is closed. */
  from: SeriesDate | null
  pattern: Pattern
  /** The rule in words. */
  rule: string
  /** How many people come every time. */
  regulars: number
  onClose: () => void
}

/** The host gives a series another rule from a date on. Before it is saved, the dialog says what happens to the dates. */
export function ChangeRuleDialog({ from, onClose, ...of }: Props) {
  return (
    <Dialog opened={from !== null} onClose={onClose} title="Change how it repeats" size="26rem">
      {from !== null && <RuleQuestion {...of} from={from} onClose={onClose} />}
    </Dialog>
  )
}

function RuleQuestion({ from, pattern, rule, regulars, onClose }: Props & { from: SeriesDate }) {
  const day = useDay()(Date.parse(from.started_at))
  const first = { startsAt: Date.parse(from.started_at), zone: pattern.zone }
  const form = useForm({ initialValues: ruleFormOf(first, pattern) })
  const refusal = useRefusal(form)
  const [outcome, setOutcome] = useState<ResponseOf<typeof changeRule> | null>(null)
  const event = from.path?.split('/').at(-1) ?? ''
  /** The rule that the host has seen. It stays when the page reloads; a refusal shows another one. */
  const [seen, setSeen] = useState<string | null>(rule)
  if (seen === null) setSeen(rule)

  async function send(values: RuleForm, preview: 0 | 1) {
    try {
      return await call(changeRule, { params: { event }, body: { ...patternOf(values), preview, was: seen ?? rule } })
    } catch (error) {
      if (error instanceof CallRefused && error.status === 409) {
        await reloadPages(seriesPage)
        setSeen(null)
      }
      throw error
    }
  }

  async function submit(values: RuleForm): Promise<void> {
    if (outcome === null) return setOutcome(await send(values, 1))
    await send(values, 0)
    await reloadPages(seriesPage)
    toast.success('Schedule updated.', { id: 'series' })
    onClose()
  }

  return (
    <Form aria-label="Change how it repeats" busy={form.submitting} onSubmit={form.onSubmit(refusal.guard(submit))}>
      {outcome === null ? (
        <>
          <Text mb="sm">From {day} on. Earlier dates stay as they are.</Text>
          <RuleFields form={form} first={first} />
          <FormEnd refusal={refusal.text} busy={form.submitting} submit="Next" onCancel={onClose} mt="md" />
        </>
      ) : (
        <Outcome onBack={() => setOutcome(null)} refusal={refusal.text} busy={form.submitting}>
          <Text fw={600}>{outcome.rule}</Text>
          <Text>From {day} on.</Text>
          <Text>{fatesInWords(outcome)}</Text>
          {regulars > 0 && <Text>{regularsInWords(regulars)}</Text>}
        </Outcome>
      )}
    </Form>
  )
}

interface OutcomeProps {
  refusal: string | null
  busy: boolean
  onBack: () => void
  children: ReactNode
}

/** Shows what the new rule does. "Back" is where "Next" was, so that a second press by mistake changes nothing. */
function Outcome({ refusal, busy, onBack, children }: OutcomeProps) {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <>
      <Stack ref={words} tabIndex={-1} gap="xs">
        {children}
      </Stack>
      <FormMessage text={refusal} />
      <Group gap="sm" mt="md">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={busy}>
          Change it
        </Button>
      </Group>
    </>
  )
}

/** "3 dates with people stay, marked as extra. We’ll remove 5 empty dates." */
function fatesInWords({ staying, going }: { staying: number; going: number }): string {
  if (staying + going === 0) return 'All existing dates fit the new rule.'
  const stay =
    staying === 1 ? '1 date with people stays, marked as extra.' : `${staying} dates with people stay, marked as extra.`
  const what = going === 1 ? '1 empty date' : `${going} empty dates`
  const go = `We’ll remove ${what}.`
  return [...(staying > 0 ? [stay] : []), ...(going > 0 ? [go] : [])].join(' ')
}

function regularsInWords(count: number): string {
  return count === 1
    ? '1 person comes every time. They get a place on each new date, and we tell them.'
    : `${count} people come every time. They get places on the new dates, and we tell them.`
}
