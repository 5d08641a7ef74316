import { Group, Text } from '@mantine/core'

/** How far a long work is. @param part a number between 0 and 1 */
export function Progress({ label, part }: { label: string; part: number }) {
  return (
    <Group gap="sm" mt="md">
      <progress value={part} aria-label={label} style={{ flex: 1 }} />
      <Text>{Math.floor(part * 100)}%</Text>
    </Group>
  )
}
