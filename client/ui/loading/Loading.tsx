import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** Placeholders for a heading and some cards, so that nothing jumps when they arrive. */
export function Loading({ cards = 3 }: { cards?: number }) {
  return (
    <div role="status" aria-busy="true">
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
