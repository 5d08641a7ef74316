import { Button } from '@mantine/core'
import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs'
import { useState } from 'react'
import { FormMessage } from '../../ui/forms/FormMessage.tsx'
import { hasPasskeys, signInByPasskey, wordsOf } from './passkeys.ts'

/** Shown below the login form, only in browsers with passkeys. */
export function PasskeyButton() {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  if (!hasPasskeys()) return null

  async function signIn(): Promise<void> {
    setBusy(true)
    setRefused(null)
    try {
      await signInByPasskey()
    } catch (error) {
      setRefused(wordsOf(error))
    }
    setBusy(false)
  }

  return (
    <>
      <Button
        variant="default"
        fullWidth
        mt="sm"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={busy}
        onClick={() => void signIn()}
      >
        Sign in with a passkey
      </Button>
      <FormMessage text={refused} />
    </>
  )
}
