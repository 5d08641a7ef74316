import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSpokenName } from '../ui/people/guest-name.ts'
import { useIsBlocked, useIsMuted } from './mute.ts'

interface Props {
  username: string
  /** Names the kind of content: "message" or "post". */
  what: string
  /** Hosts and site admins can read everything (D-164). */
  isHost: boolean
  children: ReactNode
}

/** Hides the text of a muted person until the reader presses Show, and that of a blocked one from all but hosts. */
export function Muted({ username, what, isHost, children }: Props) {
  const isMuted = useIsMuted(username)
  const isBlocked = useIsBlocked(username)
  const name = useSpokenName(username)
  const [isShown, setIsShown] = useState(false)
  if (!isMuted || isShown) return children
  return (
    <Text c="dimmed" component="div">
      Hidden: you {isBlocked ? 'blocked' : 'muted'} {name}.{' '}
      {(!isBlocked || isHost) && (
        <Button variant="subtle" px="xs" onClick={() => setIsShown(true)} aria-label={`Show this ${what} of ${name}`}>
          Show
        </Button>
      )}
    </Text>
  )
}
