import { Tabs, Text } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useLoss } from '../lib/identity.ts'
import { useUser } from '../lib/user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { textOf } from './IdentityNotice.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { closeSignIn, type SignInTab, showSignInTab, useSignInState } from './sign-in.ts'

export function SignInModal() {
  const { open, tab, actionText } = useSignInState()
  const loss = useLoss()
  const user = useUser()
  return (
    <Dialog
      opened={open}
      onClose={closeSignIn}
      title={`Sign in or register${actionText ? ` ${actionText}` : ''}`}
      size="28rem"
      yOffset="0.5rem"
    >
      {loss && (
        <Text mb="md">
          {textOf(loss)} Sign in as {user?.username} to pick up where you left off.
        </Text>
      )}
      {/* Typing hides the toast that asked the visitor to sign in, because they have read it. */}
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
          <LoginForm isFirst={tab === 'login'} />
        </Tabs.Panel>
        <Tabs.Panel value="register">
          <RegisterForm isFirst={tab === 'register'} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}
