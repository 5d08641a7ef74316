import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'

/** A placeholder that appears within this time after another has gone belongs to the same wait. */
const SAME_WAIT_MS = 1000

/** Whether a placeholder of the page has announced this wait. The others then stay silent. */
let isAnnounced = false

/** Placeholders for a heading and some cards, so that nothing jumps when they arrive. */
export function Loading({ cards = 3 }: { cards?: number }) {
  const [announces, setAnnounces] = useState(false)
  useLayoutEffect(() => {
    if (isAnnounced) return
    isAnnounced = true
    setAnnounces(true)
    const forget = (): void => {
      isAnnounced = false
    }
    return () => void setTimeout(forget, SAME_WAIT_MS)
  }, [])
  return (
    <div role={announces ? 'status' : undefined} aria-busy="true">
      <VisuallyHidden>Loading</VisuallyHidden>
      <Stack gap="lg" aria-hidden>
        <Skeleton height="2.25rem" width="min(20rem, 70%)" />
        {Array.from({ length: cards }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike.
          <Skeleton key={index} height="7rem" radius="lg" />
        ))}
      </Stack>
    </div>
  )
}
