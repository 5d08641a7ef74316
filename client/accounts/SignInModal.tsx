import { Tabs, Text } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { getUser } from '../../domain/accounts/api.ts'
import { call } from '../lib/api.ts'
import { config } from '../lib/embedded.ts'
import { useLoss } from '../lib/identity.ts'
import { useUser } from '../lib/user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { textOf } from './IdentityNotice.tsx'
import { LoginForm } from './LoginForm.tsx'
import { enter } from './login-watch.ts'
import { PasskeyButton } from './passkeys/PasskeyButton.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import type { SignInTab } from './sign-in.ts'
import { canRegister, closeSignIn, showSignInTab, signInWords, useSignInState } from './sign-in.ts'
import { SignOnButton } from './single-sign-on/SignOnButton.tsx'
import { providerName } from './single-sign-on/sign-on.ts'

export function SignInModal() {
  const { open, tab, actionText, failure } = useSignInState()
  const loss = useLoss()
  const user = useUser()
  const isGuest = user !== null && user.guest_name !== null
  return (
    <Dialog
      opened={open}
      onClose={closeSignIn}
      title={`${isGuest && canRegister() ? 'Register' : signInWords()}${actionText ? ` ${actionText}` : ''}`}
      size="28rem"
      yOffset="0.5rem"
    >
      {loss && (
        <Text mb="md">
          {textOf(loss)} Sign in as {user?.username} to pick up where you left off.
        </Text>
      )}
      {config.single_sign_on && <SingleSignOn isOnly={config.single_sign_on.is_only} failure={failure} />}
      {/* Typing hides the toast that asked the visitor to sign in, because they have read it. */}
      {!canRegister() && !config.single_sign_on?.is_only && (
        <>
          <LoginForm />
          {!config.single_sign_on && (
            <Text mt="md" c="dimmed">
              This hut doesn’t take new people.
            </Text>
          )}
        </>
      )}
      {canRegister() && (
        <Tabs
          onInput={() => toast.hide('sign-in')}
          value={tab}
          onChange={value => showSignInTab(value as SignInTab)}
          keepMounted
        >
          <Tabs.List grow mb="sm">
            <Tabs.Tab value="login">Login</Tabs.Tab>
            <Tabs.Tab value="register">Register</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="login">
            {isGuest && (
              <Text mb="md" size="sm">
                Only registering keeps what you did as {user.guest_name}. It doesn’t move to an account you sign in to.
              </Text>
            )}
            <LoginForm isFirst={tab === 'login'} />
          </Tabs.Panel>
          <Tabs.Panel value="register">
            <RegisterForm isFirst={tab === 'register'} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Dialog>
  )
}

/** Signs in at the provider of the hut; in a hut without passwords, or with a passkey. */
function SingleSignOn({ isOnly, failure }: { isOnly: boolean; failure: string | null }) {
  return (
    <>
      <SignOnButton
        purpose="sign-in"
        label={`Sign in with ${providerName()}`}
        fullWidth
        failure={failure}
        autoFocus={isOnly}
        onDone={async () => enter(await call(getUser))}
      />
      {isOnly ? (
        <PasskeyButton />
      ) : (
        <Text ta="center" size="sm" c="dimmed" my={2}>
          or
        </Text>
      )}
    </>
  )
}
