import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useIsMuted } from './mute.ts'

interface Props {
  username: string
  /** Names the kind of content: "message" or "post". */
  what: string
  children: ReactNode
}

/** Hides the text of a muted person until the reader presses Show. */
export function Muted({ username, what, children }: Props) {
  const isMuted = useIsMuted(username)
  const [isShown, setIsShown] = useState(false)
  if (!isMuted || isShown) return children
  return (
    <Text c="dimmed" component="div">
      Hidden: you muted {username}.{' '}
      <Button variant="subtle" px="xs" onClick={() => setIsShown(true)} aria-label={`Show this ${what} of ${username}`}>
        Show
      </Button>
    </Text>
  )
}
