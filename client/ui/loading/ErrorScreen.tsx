import { Button, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Link, useRevalidator, useRouteError } from 'react-router'
import { REMOVED } from '../../../domain/moderation/hidden.ts'
import { CallRefused, isLoginRefusal } from '../../lib/api.ts'
import { isConnectionError } from '../../lib/connection.ts'
import { useHead } from '../../lib/head.ts'
import { useLoss } from '../../lib/identity.ts'
import { useUser } from '../../lib/user.ts'
import { Logo } from '../Logo.tsx'
import { Waiting } from './Waiting.tsx'

/** Shown instead of a page that could not be loaded or failed to render. */
export function ErrorScreen({
  signIn
}: {
  /** The sign-in form, for a visitor at an address that requires signing in. */ signIn: ReactNode
}) {
  const error = useRouteError()
  const { state, revalidate } = useRevalidator()
  useEffect(() => console.error(error), [error])
  if (error instanceof CallRefused && error.status === 404) return <NotFound text={error.message} />
  if (isConnectionError(error)) return <Waiting retry={() => state === 'idle' && void revalidate()} />
  if (isLoginRefusal(error)) return <SignInFirst>{signIn}</SignInFirst>
  if (error instanceof CallRefused && error.status === 403) {
    return <Screen title="You can’t open this page" text={error.message} />
  }
  if (error instanceof CallRefused) {
    return <Screen title="This page couldn’t be loaded" text="The server failed. Nothing you saved is lost." retry />
  }
  return <Screen title="This page stopped working" text="Something went wrong. Everything you saved is safe." retry />
}

/** The last resort, for an error in the header or anything else around the pages. */
export function RootError() {
  return (
    <main style={{ padding: '1.5rem' }}>
      <ErrorScreen signIn={null} />
    </main>
  )
}

/** Asks the person to sign in, then reloads, which opens the requested page. */
function SignInFirst({ children }: { children: ReactNode }) {
  const loss = useLoss()
  const isSignedIn = useUser() !== null && loss === null
  useHead('Sign in first')
  useEffect(() => {
    if (isSignedIn) window.location.reload()
  }, [isSignedIn])
  return (
    <>
      <Title order={1} mb="lg">
        Sign in first
      </Title>
      {children}
    </>
  )
}

/** @param text the reason of the server, if it gave one of its own */
export function NotFound({ text }: { text?: string }) {
  if (text === REMOVED) return <Screen title="Removed" text={text} />
  return (
    <Screen title="Page not found" text="Nothing lives at this address. It may have moved, or the link has a typo." />
  )
}

function Screen({ title, text, retry = false }: { title: string; text: string; retry?: boolean }) {
  useHead(title)
  return (
    <div style={{ maxWidth: '34rem', paddingBlock: 'clamp(2rem, 10vh, 6rem)' }}>
      <Logo size={64} />
      <Title order={1} mt="lg" mb="md">
        {title}
      </Title>
      <Text mb="xl">{text}</Text>
      <Group>
        {retry && <Button onClick={() => window.location.reload()}>Try again</Button>}
        {/* Reloads the whole document, because something around the page may have failed. */}
        <Button component={Link} to="/" reloadDocument={retry} variant={retry ? 'default' : 'filled'}>
          Go to the home page
        </Button>
      </Group>
    </div>
  )
}
