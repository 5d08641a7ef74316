import { Button } from '@mantine/core'
import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs'
import { useAction } from '../../ui/ActionButton.tsx'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { hasPasskeys, passkeyMessage, signInByPasskey } from './passkeys.ts'

interface Props {
  label?: string
  /** Runs after the person has signed in. */
  onDone?: () => unknown
}

/** Signs in with a passkey. Shown only in browsers with passkeys. */
export function PasskeyButton({ label = 'Sign in with a passkey', onDone }: Props) {
  const { busy, refusal, run } = useAction(passkeyMessage)
  if (!hasPasskeys()) return null
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mt="sm"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={busy}
        onClick={() =>
          void run(async () => {
            await signInByPasskey()
            await onDone?.()
          })
        }
      >
        {label}
      </Button>
      <FormMessage text={refusal} />
    </>
  )
}
