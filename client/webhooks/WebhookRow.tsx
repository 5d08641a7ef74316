import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Webhook } from '../../domain/webhooks/api.ts'
import { FORMATS, WEBHOOK_EVENTS } from '../../domain/webhooks/events.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { CopyField } from '../ui/forms/CopyField.tsx'
import { late } from '../ui/loading/late.tsx'
import type { useWebhooks } from './webhooks.ts'

const Deliveries = late(async () => (await import('./Deliveries.tsx')).Deliveries)

interface Props extends Pick<ReturnType<typeof useWebhooks>, 'remove' | 'rotate' | 'switchOn'> {
  webhook: Webhook
}

export function WebhookRow({ webhook, remove, rotate, switchOn }: Props) {
  const { id, url, format, events, group, off_at } = webhook
  const [shown, setShown] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const host = new URL(url).host
  return (
    <li>
      <Text fw={600}>
        {host}
        {off_at !== null && ' (off)'}
      </Text>
      <Text size="sm">
        {FORMATS[format]}
        {group && `, about ${group.title}`}: {events.map(event => WEBHOOK_EVENTS[event]).join(' · ')}
      </Text>
      {off_at !== null && (
        <Text size="sm" c="dimmed">
          It failed for a day, or you signed out everywhere.
        </Text>
      )}
      <Group gap="xs" mt="xs">
        {off_at !== null && (
          <ActionButton aria-label={`Switch on ${host}`} action={() => switchOn(id)}>
            Switch on
          </ActionButton>
        )}
        <Button variant="default" aria-label={`Deliveries to ${host}`} onClick={() => setShown(true)}>
          Deliveries
        </Button>
        {format === 'standard' && (
          <ConfirmButton
            label="New secret"
            button={{ 'aria-label': `New secret for ${host}` }}
            title="Make a new secret?"
            confirm="Make it"
            onConfirm={async () => setSecret(await rotate(id))}
          >
            For a day, the old secret signs too.
          </ConfirmButton>
        )}
        <ConfirmButton
          label="Delete"
          button={{ 'aria-label': `Delete the webhook to ${host}` }}
          title="Delete this webhook?"
          confirm="Delete it"
          onConfirm={() => remove(id)}
        >
          {host} gets nothing more.
        </ConfirmButton>
      </Group>
      <div role="status">
        {secret && (
          <CopyField
            label="Its new secret"
            description="Copy it now. Nobody can show it again."
            copyLabel="Copy the new secret"
            value={secret}
          />
        )}
      </div>
      {shown && <Deliveries id={id} host={host} onClose={() => setShown(false)} />}
    </li>
  )
}
