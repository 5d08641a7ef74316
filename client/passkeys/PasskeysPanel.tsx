import { Button, Card, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PasskeyRow } from '../../domain/passkeys/passkey.ts'
import classes from '../accounts/LoginsPanel.module.css'
import { dateTexts } from '../lib/date-texts.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { addPasskey, hasPasskeys, needsConfirmation, removePasskey, wordsOf } from './passkeys.ts'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** The passkeys of a person. A new one needs a password that was given lately (D-31). */
export function PasskeysPanel({ passkeys }: { passkeys: readonly PasskeyRow[] }) {
  const minute = useMinute()
  const navigate = useNavigate()
  const isPossible = useHydrated() && hasPasskeys()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [removing, setRemoving] = useState<PasskeyRow | null>(null)

  async function add(): Promise<void> {
    setBusy(true)
    setRefused(null)
    try {
      await addPasskey()
    } catch (error) {
      if (needsConfirmation(error)) await navigate('/password/confirm')
      else setRefused(wordsOf(error))
    }
    setBusy(false)
  }

  return (
    <Card component="section" aria-labelledby="passkeys">
      <Title order={2} id="passkeys" mb="xs">
        Passkeys
      </Title>
      <Text c="dimmed" mb="md">
        Sign in by the lock of your device: a finger, your face or its code. The password goes on working.
      </Text>
      {passkeys.length > 0 && (
        <ul className={classes.logins}>
          {passkeys.map(passkey => (
            <li key={passkey.id}>
              <div>
                <Text fw={600}>{passkey.name}</Text>
                <Text size="sm" c="dimmed">
                  Added {minute(Date.parse(passkey.created_at))},{' '}
                  {passkey.used_at ? `last used ${minute(Date.parse(passkey.used_at))}` : 'not used yet'}
                </Text>
              </div>
              <Button
                variant="default"
                aria-label={`Remove the passkey of ${passkey.name}, added ${minute(Date.parse(passkey.created_at))}`}
                onClick={() => setRemoving(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isPossible ? (
        <Button variant="default" style={{ alignSelf: 'start' }} loading={busy} onClick={() => void add()}>
          Add a passkey
        </Button>
      ) : (
        <Text size="sm">This browser cannot keep passkeys.</Text>
      )}
      <FormMessage text={refused} />
      <ConfirmModal
        opened={removing !== null}
        title="Remove this passkey?"
        confirm="Remove"
        onConfirm={() => removePasskey(removing?.id ?? '')}
        onClose={() => setRemoving(null)}
      >
        {removing?.name} does not sign you in any more. Remove it from the device too.
      </ConfirmModal>
    </Card>
  )
}
