import { Text } from '@mantine/core'
import { PageHeading } from '../ui/PageHeading.tsx'

/** Replaces the pages that sell something when payments are off (D-147). */
export function FreeHut({ title }: { title: string }) {
  return (
    <>
      <PageHeading title={title} />
      <Text size="lg" maw="44rem">
        This hut is free. You can use everything here, and there’s nothing to pay.
      </Text>
    </>
  )
}
