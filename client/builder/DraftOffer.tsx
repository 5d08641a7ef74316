import { Alert, Button, Group } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import dayjs from 'dayjs'
import { useBuilder } from './builder.ts'

/** What an earlier visit typed and did not save. */
export function DraftOffer() {
  const { earlier, restore, discard } = useBuilder()
  if (!earlier) return null
  const name = earlier.form.title.trim()
  return (
    <Alert mb="lg" radius="lg" role="status" title="You have changes that were not saved">
      {name ? `“${name}”, ` : 'They are '}
      from {dayjs(earlier.at).format('D MMMM, HH:mm')}. They are kept in this browser.
      <Group mt="md" gap="sm">
        <Button onClick={restore}>Restore</Button>
        <Button variant="default" onClick={discard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}
