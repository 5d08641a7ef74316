import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { isAdmin, type User } from '../../domain/accounts/user.ts'
import { ADMIN_STAYS } from '../../domain/deletion/api.ts'
import { deletionTime } from '../../domain/deletion/deletion.ts'
import { proven } from '../accounts/proof/proof.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { useNow } from '../lib/dates/server-clock.ts'
import { config } from '../lib/embedded.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { TextLink } from '../ui/links/TextLink.tsx'
import { Panel } from '../ui/Panel.tsx'
import { deleteAccount } from './deletion.ts'

const useDay = dateTexts({ dateStyle: 'long' })

/** Deletes the account. Says what is deleted and what stays, and asks for the password (D-131). */
export function DeletionPanel({ user }: { user: User }) {
  const [asking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const now = useNow(60_000)
  const day = useDay()

  function close(): void {
    setAsking(false)
    setPassword('')
  }

  return (
    <Panel id="deletion" title="Delete the account" space="xs">
      {isAdmin(user) ? (
        <Text>{ADMIN_STAYS}</Text>
      ) : (
        <>
          <Text mb="sm">
            You have two weeks to change your mind: sign in and keep it. After that, we delete everything you have here:
            profile, goals, logs, notes, lists, calendar, {config.is_free ? '' : 'cards, '}pages and what you published
            {config.is_free ? '' : ', and any tokens left'}. You can’t bring it back.
          </Text>
          <Text mb="sm">
            What others see and use stays, without your name: posts and messages, what you did together in sessions, and
            the activities, groups and sessions you made.
            {!config.is_free && ' We keep records of payments.'}
            {user.subscription?.end_date === null &&
              ' Your subscription is cancelled now and ends with its current period.'}
          </Text>
          <Text mb="md">
            Before that, you can <TextLink to="/account">download everything</TextLink>.
          </Text>
          <Button
            variant="default"
            style={{ alignSelf: 'start' }}
            disabled={user.delete_at !== null}
            onClick={() => setAsking(true)}
          >
            Delete my account
          </Button>
        </>
      )}
      <ConfirmModal
        opened={asking}
        title="Delete your account?"
        confirm="Delete my account"
        keep="Keep it"
        onConfirm={() => proven(() => deleteAccount(password))}
        onClose={close}
      >
        <Text mb="md">
          We’ll delete your account and data on {day(deletionTime(now))}. Until then, you can keep it.
        </Text>
        {user.has_password === 1 && (
          <>
            <input type="hidden" name="username" autoComplete="username" value={user.email} />
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              withAsterisk
              data-autofocus
              value={password}
              onChange={event => setPassword(event.currentTarget.value)}
            />
          </>
        )}
      </ConfirmModal>
    </Panel>
  )
}
