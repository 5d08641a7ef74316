import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { PushDevice } from '../../domain/reminders/api.ts'
import classes from '../accounts/LoginsPanel.module.css'
import { stopPushes } from '../accounts/push-subscription.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { allowPushes, NotAllowed, type PushState, pushState } from './push.ts'
import { removeDevice, type Settings, sendTest } from './settings.ts'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

const WHY: Record<'impossible' | 'blocked', string> = {
  impossible:
    'This browser doesn’t support notifications. On an iPhone or iPad, add this site to your home screen and open it there.',
  blocked: 'This browser blocks notifications from this site. You can allow them in its settings.'
}

/** The browsers that get pushes, with this one among them. */
export function DevicesPanel({ settings: { devices, push_key } }: { settings: Settings }) {
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState<'allow' | 'test' | number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an added or removed device may be this one.
  useEffect(() => {
    void pushState().then(setState)
  }, [devices.length])
  if (push_key === null) return null
  const isHere = state === 'on' && devices.some(({ is_current }) => is_current === 1)

  async function run(what: typeof busy, work: () => Promise<unknown>): Promise<void> {
    setBusy(what)
    setRefused(null)
    try {
      await work()
    } catch (error) {
      setRefused(error instanceof NotAllowed ? error.message : messageOf(error))
    }
    setState(await pushState())
    setBusy(null)
  }

  async function test(): Promise<void> {
    const { sent, failed } = await sendTest()
    if (failed > 0) setRefused(`The test didn’t reach ${failed} of ${sent + failed} devices.`)
    else toast.success('The test is on its way.', { id: 'test' })
  }

  async function remove({ id, is_current }: PushDevice): Promise<void> {
    await removeDevice(id)
    if (is_current) await stopPushes()
  }

  return (
    <Panel id="devices" title="Devices" space="xs">
      <Text c="dimmed">These browsers get notifications, even while no page is open, until you log out there.</Text>
      {devices.length > 0 && (
        <ul className={classes.logins}>
          {devices.map(device => (
            <ErrorBoundary key={device.id} as="li" what="this device">
              <Device
                device={device}
                busy={busy === device.id}
                onRemove={() => void run(device.id, () => remove(device))}
              />
            </ErrorBoundary>
          ))}
        </ul>
      )}
      <Group mt="md">
        {(state === 'off' || (state === 'on' && !isHere)) && (
          <Button loading={busy === 'allow'} onClick={() => void run('allow', () => allowPushes(push_key))}>
            Turn on for this device
          </Button>
        )}
        {devices.length > 0 && (
          <Button variant="default" loading={busy === 'test'} onClick={() => void run('test', test)}>
            Send a test
          </Button>
        )}
      </Group>
      {(state === 'impossible' || state === 'blocked') && <Text mt="md">{WHY[state]}</Text>}
      <FormMessage text={refused} />
    </Panel>
  )
}

function Device({ device, busy, onRemove }: { device: PushDevice; busy: boolean; onRemove: () => void }) {
  const minute = useMinute()
  const since = minute(Date.parse(device.since))
  return (
    <li>
      <div>
        <Text fw={600}>{device.device}</Text>
        <Text size="sm" c="dimmed">
          {device.is_current ? 'This device, since' : 'Since'} {since}
        </Text>
      </div>
      <Button
        variant="default"
        loading={busy}
        aria-label={`Remove ${device.device}, since ${since}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  )
}
