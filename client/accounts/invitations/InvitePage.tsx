import { Button, Card, Group, Text } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { invitePage } from '../../../domain/accounts/invitations/api.ts'
import { config } from '../../lib/embedded.ts'
import { usePage } from '../../lib/page.ts'
import { useUser } from '../../lib/user.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { openSignIn } from '../sign-in.ts'
import { forgetInvitation, keepInvitation } from './invitation-code.ts'

/** The page that the link of an invitation opens. */
export function InvitePage() {
  const { from } = usePage(invitePage)
  const { code = '' } = useParams()
  useEffect(() => {
    if (from === null) forgetInvitation()
    else keepInvitation(code)
  }, [from, code])
  return (
    <>
      <PageHeading title={from === null ? 'This invitation has ended' : `Welcome to ${config.app_name}`} />
      <Card maw="34rem">{from === null ? <Ended /> : <Invited from={from} />}</Card>
    </>
  )
}

function Invited({ from }: { from: string }) {
  const user = useUser()
  if (user) {
    return (
      <>
        <Text mb="lg">
          You’re signed in as {user.username} already. Pass this link on to someone who isn’t here yet.
        </Text>
        <Button component={Link} to="/">
          Go to the home page
        </Button>
      </>
    )
  }
  return (
    <>
      <Text size="lg" mb="lg">
        <strong>{from}</strong> invites you to {config.app_name}: join timed sessions, follow the same clock as everyone
        else, and log what you did with one press.
      </Text>
      <Group gap="sm">
        <Button onClick={() => openSignIn({ tab: 'register' })}>Register</Button>
        <Button variant="default" onClick={() => openSignIn()}>
          I have an account
        </Button>
      </Group>
    </>
  )
}

function Ended() {
  const user = useUser()
  return (
    <>
      <Text mb="lg">It was used up, its time is over, or someone has ended it. Ask for a new link.</Text>
      <Group gap="sm">
        <Button component={Link} to="/">
          Go to the home page
        </Button>
        {!user && (
          <Button variant="default" onClick={() => openSignIn()}>
            Login
          </Button>
        )}
      </Group>
    </>
  )
}
