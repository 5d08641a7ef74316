import { Button } from '@mantine/core'
import { EmptyState } from '../ui/EmptyState.tsx'
import { type ActionText, canRegister, openSignIn, signInWords } from './sign-in.ts'

/** Replaces a personal list for visitors (MYS-12, D-16, D-46): "Sign in or register to see your lists." */
export function SignInPrompt({ actionText }: { actionText: ActionText }) {
  return (
    <EmptyState text={`${signInWords()} ${actionText}.`}>
      <Button onClick={() => openSignIn({ actionText })}>Login</Button>
      {canRegister() && (
        <Button variant="default" onClick={() => openSignIn({ actionText, tab: 'register' })}>
          Register
        </Button>
      )}
    </EmptyState>
  )
}
