import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LoginRow } from '../../domain/accounts/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useFocusAfter } from '../ui/focus.ts'
import { Panel } from '../ui/Panel.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { endLogin, signOutEverywhere } from './accounts.ts'
import classes from './LoginsPanel.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** How many other devices the panel shows at first. */
const FIRST = 5

/** Lists the devices on which the user is signed in: this one, then the most recently used. Few are shown at first. */
export function LoginsPanel({ logins }: { logins: readonly LoginRow[] }) {
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const others = logins.filter(({ is_current }) => !is_current)
  const sorted = [...logins.filter(({ is_current }) => is_current), ...others]
  const shown = isWhole ? sorted : sorted.slice(0, logins.length - others.length + FIRST)

  function showAll(): void {
    flushSync(() => setWhole(true))
    // The button is gone, so the focus moves to the first device that it brought.
    list.current?.children[shown.length]?.querySelector('button')?.focus()
  }

  return (
    <Panel id="logins" title="Where you’re signed in" space="xs">
      <Text c="dimmed">We sign a device out after 30 days without use.</Text>
      <ul ref={list} className={classes.logins}>
        {shown.map(login => (
          <ErrorBoundary key={login.id} as="li" what="this device">
            <Login login={login} />
          </ErrorBoundary>
        ))}
      </ul>
      {shown.length < logins.length && (
        <Button variant="default" style={{ alignSelf: 'start' }} onClick={showAll}>
          Show all {logins.length}
        </Button>
      )}
      <ConfirmButton
        label="Sign out everywhere"
        button={{ style: { alignSelf: 'start' } }}
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        onConfirm={signOutEverywhere}
      >
        This signs out all your devices, including this one. Your private calendar address stops working too.
      </ConfirmButton>
    </Panel>
  )
}

function Login({ login: { id, device, since, used_at, is_current } }: { login: LoginRow }) {
  const minute = useMinute()
  const button = useFocusAfter<HTMLButtonElement>()
  return (
    <li>
      <div>
        <Text fw={600}>{device}</Text>
        <Text size="sm" c="dimmed">
          {is_current ? 'This device' : `Last used ${minute(Date.parse(used_at))}`}, signed in{' '}
          {minute(Date.parse(since))}
        </Text>
      </div>
      {!is_current && (
        <ActionButton
          ref={button}
          variant="default"
          aria-label={`Sign out ${device}, last used ${minute(Date.parse(used_at))}`}
          action={async () => {
            await endLogin(id)
            toast.success(`${device} was signed out.`, { id: 'logins' })
          }}
        >
          Sign out
        </ActionButton>
      )}
    </li>
  )
}
