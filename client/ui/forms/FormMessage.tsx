import { Text } from '@mantine/core'

/** A refusal under the form. The empty region renders from the start, so that screen readers notice the text. */
export function FormMessage({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <Text c="var(--mantine-color-error)" mt="sm">
          {text}
        </Text>
      )}
    </div>
  )
}
