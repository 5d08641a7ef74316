import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'

/** How long after a placeholder the next ones belong to the same wait. */
const SAME_WAIT_MS = 1000

/** Whether a placeholder has announced this wait. It speaks for all placeholders of the page. */
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
