import { Button } from '@mantine/core'
import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs'
import { useAction } from '../../ui/action.ts'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { hasPasskeys, passkeyMessage, signInByPasskey } from './passkeys.ts'

/** Shown below the login form, only in browsers with passkeys. */
export function PasskeyButton() {
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
        onClick={() => void run(signInByPasskey)}
      >
        Sign in with a passkey
      </Button>
      <FormMessage text={refusal} />
    </>
  )
}
