import { Alert, Button, Group, Text } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import dayjs from 'dayjs'
import { useBuilder } from './builder.ts'
import type { KeptDraft } from './draft.ts'

/** What earlier visits typed and did not save. Each stays until it is restored or discarded. */
export function DraftOffer() {
  const drafts = useBuilder(({ drafts }) => drafts)
  if (drafts.length === 0) return null
  const title =
    drafts.length === 1
      ? 'You have changes that were not saved'
      : `You have ${drafts.length} drafts that were not saved`
  return (
    <Alert mb="lg" radius="lg" role="status" title={title}>
      {drafts.map(draft => (
        <Offer key={draft.id} draft={draft} isOne={drafts.length === 1} />
      ))}
    </Alert>
  )
}

function Offer({ draft, isOne }: { draft: KeptDraft; isOne: boolean }) {
  const restore = useBuilder(({ restore }) => restore)
  const discard = useBuilder(({ discard }) => discard)
  const name = draft.form.title.trim()
  const time = dayjs(draft.at).format('D MMMM, HH:mm')
  const which = `${name ? `“${name}”, ` : ''}from ${time}`
  const label = (action: string) => (isOne ? undefined : `${action} the draft ${which}`)
  return (
    <Group gap="sm" mt="sm">
      <Text style={{ flex: '1 1 16rem' }}>
        {name ? `“${name}”, ` : 'They are '}from {time}.{isOne && ' They are kept in this browser.'}
      </Text>
      <Button aria-label={label('Restore')} onClick={() => restore(draft)}>
        Restore
      </Button>
      <Button variant="default" aria-label={label('Discard')} onClick={() => discard(draft)}>
        Discard
      </Button>
    </Group>
  )
}
