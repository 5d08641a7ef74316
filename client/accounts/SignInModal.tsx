import { Modal, Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { toast } from '../ui/toast.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { closeSignIn, type SignInTab, showSignInTab, useSignInState } from './sign-in.ts'

export function SignInModal() {
  const { open, tab, actionText } = useSignInState()
  return (
    <Modal
      opened={open}
      onClose={closeSignIn}
      title={`Sign in or register${actionText ? ` ${actionText}` : ''}`}
      size="28rem"
    >
      {/* Somebody who types has read why they were asked. */}
      <Tabs
        onInput={() => toast.hide('sign-in')}
        value={tab}
        onChange={value => showSignInTab(value as SignInTab)}
        keepMounted
      >
        <Tabs.List grow mb="lg">
          <Tabs.Tab value="login">Login</Tabs.Tab>
          <Tabs.Tab value="register">Register</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="login">
          <LoginForm />
        </Tabs.Panel>
        <Tabs.Panel value="register">
          <RegisterForm />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}
