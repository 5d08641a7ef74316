import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { config } from '../lib/embedded.ts'
import { useUser } from '../lib/user.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ContactLink } from '../ui/links/ContactLink.tsx'

/** Replaces a form that an account can’t send while it waits for approval, and says what it can do meanwhile (D-146). */
export function ApprovedOnly({ children }: { children: ReactNode }) {
  if (useUser()?.is_unapproved !== 1) return children
  return (
    <EmptyState
      text={
        <>
          You can do this once an admin has approved your account. Until then you can look around.
          {config.contact && (
            <>
              {' '}
              Questions? <ContactLink address={config.contact} />
            </>
          )}
        </>
      }
    >
      <Button component={Link} to="/events">
        Look at sessions
      </Button>
      <Button component={Link} to="/account" variant="default">
        My Account
      </Button>
    </EmptyState>
  )
}
