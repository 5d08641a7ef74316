import { Button, Card, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Activity } from '../../domain/activities/api.ts'
import { layOut } from '../../domain/activities/timeline.ts'
import { shortDuration } from '../../domain/lib/duration.ts'
import { cutOffText, DEFAULT_DURATION, plannedLength } from '../../domain/sessions/length.ts'
import { startError } from '../../domain/sessions/times.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { afterPurchase } from '../billing/purchase.ts'
import { CallRefused } from '../lib/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { serverNow } from '../lib/dates/server-clock.ts'
import { makeOnce, newMaking } from '../lib/make-once.ts'
import { Form } from '../ui/forms/Form.tsx'
import { errorsByField, messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import classes from './ActivityPage.module.css'
import { createSession } from './create-session.ts'
import { StartOptions } from './StartOptions.tsx'
import { challengeOf, isoOf, offsetText, summary, type Wish } from './start-wish.ts'

const useDate = dateTexts({ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' })

const STARTED_BEFORE =
  'Your first press already made a session with your earlier settings. Press again to make one with these.'

/** One press starts with the usual settings; a form offers the others (ACT-066..ACT-069, D-70, D-132). */
export function StartSession({ activity }: { activity: Pick<Activity, 'slug' | 'title' | 'duration' | 'parts'> }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const planned = plannedLength(activity.duration)
  const cutOff = cutOffText(layOut(activity, null, 0).total)
  const form = useForm<Wish>({
    initialValues: { title: '', duration: String(planned), offset: '0', at: '', byHand: false },
    validate: { at: (at, { byHand }) => (at && !byHand ? startError(isoOf(at), serverNow()) : null) }
  })
  const { duration, offset, at, byHand } = form.values
  /** The length that one press chooses: the planned one, or an hour if that is chosen already. */
  const other = Number(duration) === planned ? DEFAULT_DURATION : planned
  const date = useDate()
  const making = useRef(newMaking())

  async function start(wish: Wish): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      const send = async (sent: { wish: Wish; challenge: ReturnType<typeof challengeOf> }, key: string) => ({
        path: await createSession(activity.slug, sent.challenge, key),
        isThis: JSON.stringify(sent.wish) === JSON.stringify(wish)
      })
      const { path, isThis } = (await makeOnce({ wish, challenge: challengeOf(wish) }, making, send)).made
      making.current = newMaking()
      if (isThis) await navigate(path)
      else toast.info(STARTED_BEFORE, { link: { label: 'Open it', to: path } })
    } catch (error) {
      showRefusal(error, wish)
    } finally {
      setBusy(false)
    }
  }

  function showRefusal(error: unknown, wish: Wish): void {
    if (error instanceof CallRefused && error.body.error_code === 'INSUFFICIENT_TOKENS') {
      afterPurchase(() => void start(wish))
      return
    }
    const errors = errorsByField(error)
    form.setErrors({
      title: errors['challenge.title'],
      duration: errors['challenge.duration'],
      [wish.at ? 'at' : 'offset']: errors['challenge.started_at']
    })
    const texts = error instanceof CallRefused && Array.isArray(error.body.errors) ? error.body.errors : null
    for (const text of texts ?? [messageOf(error)]) toast.error(text)
  }

  return (
    <Card component="section" aria-label="Start a session" className={classes.start}>
      <Form
        // Enter in the title must not start a session that others see (D-136).
        onKeyDown={event => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
        }}
        onSubmit={form.onSubmit(wish => {
          requireSignIn('to start a session', () => void start(wish))
        })}
      >
        <Button type="submit" fullWidth size="lg" loading={busy} leftSection={<IconPlayerPlay size={20} aria-hidden />}>
          Start Session
        </Button>
        <Text size="sm" c="dimmed" mt="xs" ta="center" aria-live="polite">
          {summary(Number(duration), at ? `on ${date(Date.parse(at))}` : offsetText(Number(offset)), byHand)}
        </Text>
        {cutOff && (
          <Text size="sm" mt="xs" ta="center">
            {cutOff}
          </Text>
        )}
        {Number(duration) !== other && (
          <Button variant="light" fullWidth mt="xs" onClick={() => form.setFieldValue('duration', String(other))}>
            {other === planned ? `As planned: ${shortDuration(planned)}` : 'Take 1 hour instead'}
          </Button>
        )}
        <Button
          variant="subtle"
          fullWidth
          mt="xs"
          aria-expanded={open}
          aria-controls="start-form"
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide the options' : 'Choose time and title'}
        </Button>
        <Stack id="start-form" gap="md" mt="sm" hidden={!open}>
          <StartOptions form={form} activity={activity} />
        </Stack>
      </Form>
    </Card>
  )
}
