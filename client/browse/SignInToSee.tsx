import { Anchor } from '@mantine/core'
import { canRegister, openSignIn } from '../accounts/sign-in.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Shown to visitors under "My sessions" (ACT-024). The page reloads itself after a sign-in. */
export function SignInToSee({ kind }: { kind: 'sessions' | 'activities' }) {
  const actionText = kind === 'sessions' ? 'to join a session' : 'to follow an activity'
  return (
    <EmptyState
      text={
        <>
          <Anchor component="button" fz="inherit" py="xs" onClick={() => openSignIn({ actionText })}>
            Sign In
          </Anchor>{' '}
          {canRegister() && (
            <>
              or{' '}
              <Anchor
                component="button"
                fz="inherit"
                py="xs"
                onClick={() => openSignIn({ actionText, tab: 'register' })}
              >
                Sign Up
              </Anchor>{' '}
            </>
          )}
          to join some sessions
        </>
      }
    />
  )
}
