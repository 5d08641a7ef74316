import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { LONGEST_NAME, type PasskeyRow } from '../../../domain/accounts/passkeys/passkey.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useHydrated } from '../../lib/hydrated.ts'
import { useUser } from '../../lib/user.ts'
import { useAction } from '../../ui/ActionButton.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { errorsByField, messageOf } from '../../ui/forms/form-errors.tsx'
import { Panel } from '../../ui/Panel.tsx'
import classes from '../LoginsPanel.module.css'
import { useUsedText } from '../used-text.ts'
import { addPasskey, hasPasskeys, needsConfirmation, passkeyMessage, removePasskey, renamePasskey } from './passkeys.ts'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** The user's passkeys. Adding one requires a recent password confirmation (D-31). */
export function PasskeysPanel({ passkeys }: { passkeys: readonly PasskeyRow[] }) {
  const navigate = useNavigate()
  const user = useUser()
  const isPossible = useHydrated() && hasPasskeys()
  const { busy, refusal, run } = useAction(error => {
    if (!needsConfirmation(error)) return passkeyMessage(error)
    void navigate('/password/confirm')
    return null
  })
  const [removing, setRemoving] = useState<PasskeyRow | null>(null)

  return (
    <Panel id="passkeys" title="Passkeys" space="xs">
      <Text c="dimmed" mb="md">
        Use your fingerprint, face or PIN.{user?.has_password === 1 && ' Your password still works.'}
      </Text>
      {passkeys.length > 0 && (
        <ul className={classes.logins}>
          {passkeys.map(passkey => (
            <ErrorBoundary key={passkey.id} as="li" what="this passkey">
              <Passkey passkey={passkey} onRemove={() => setRemoving(passkey)} />
            </ErrorBoundary>
          ))}
        </ul>
      )}
      {isPossible ? (
        <Button variant="default" style={{ alignSelf: 'start' }} loading={busy} onClick={() => void run(addPasskey)}>
          Add a passkey
        </Button>
      ) : (
        <Text size="sm">
          You can't add a passkey with this browser or at this address. Passkeys need a site with a name and https.
        </Text>
      )}
      <FormMessage text={refusal} />
      <ConfirmModal
        opened={removing !== null}
        title="Remove this passkey?"
        confirm="Remove"
        onConfirm={() => removePasskey(removing?.id ?? '')}
        onClose={() => setRemoving(null)}
      >
        {removing?.name} will no longer sign you in. Remove it from your device too.
      </ConfirmModal>
    </Panel>
  )
}

function Passkey({ passkey, onRemove }: { passkey: PasskeyRow; onRemove: () => void }) {
  const minute = useMinute()
  const usedText = useUsedText()
  const [isRenaming, setIsRenaming] = useState(false)
  const { name, created_at, used_at } = passkey
  const added = minute(Date.parse(created_at))
  if (isRenaming) {
    return (
      <li>
        <Rename passkey={passkey} onDone={() => setIsRenaming(false)} />
      </li>
    )
  }
  return (
    <li>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          Added {added}, {usedText(used_at)}
        </Text>
      </div>
      <Group gap="xs" justify="flex-end">
        <Button
          variant="default"
          aria-label={`Rename the passkey ${name}, added ${added}`}
          onClick={() => setIsRenaming(true)}
        >
          Rename
        </Button>
        <Button variant="default" aria-label={`Remove the passkey ${name}, added ${added}`} onClick={onRemove}>
          Remove
        </Button>
      </Group>
    </li>
  )
}

function Rename({ passkey, onDone }: { passkey: PasskeyRow; onDone: () => void }) {
  const [name, setName] = useState(passkey.name)
  const { refusal, run } = useAction(error => errorsByField(error).name ?? messageOf(error))

  async function rename(): Promise<void> {
    await renamePasskey(passkey.id, name)
    onDone()
  }

  return (
    <Form
      takesFocus
      className={classes.rename}
      onSubmit={() => run(rename)}
      onCancel={onDone}
      aria-label="Rename the passkey"
    >
      <TextInput
        label="Name"
        description="For example, “My phone” or “Work laptop”."
        maxLength={LONGEST_NAME}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={refusal}
      />
      <Group gap="xs" mt="sm">
        <Button type="submit">Save</Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Form>
  )
}
