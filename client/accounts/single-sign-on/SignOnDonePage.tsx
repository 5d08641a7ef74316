import { Button, Text } from '@mantine/core'
import { useEffect } from 'react'
import { signOnDonePage } from '../../../domain/accounts/single-sign-on/api.ts'
import { notifyTabsOfLogin } from '../login-watch.ts'
import { FormPage } from '../passwords/FormPage.tsx'
import { endSignOn } from './sign-on.ts'

/** The end of a sign-in in its own window, which closes itself where the browser lets it. */
export function SignOnDonePage() {
  useEffect(() => {
    // A failure is shown by `showFailure`.
    if (window.location.hash !== '') return
    notifyTabsOfLogin()
    endSignOn(null)
  }, [])
  return (
    <FormPage page={signOnDonePage}>
      <Text>You can close this window now.</Text>
      <Button component="a" href="/" variant="default" fullWidth mt="lg">
        Go to the home page
      </Button>
    </FormPage>
  )
}
