import { Stack, Text } from '@mantine/core'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { NewWebhook } from './NewWebhook.tsx'
import { WebhookRow } from './WebhookRow.tsx'
import classes from './WebhooksPanel.module.css'
import { useWebhooks } from './webhooks.ts'

/** Addresses to which the hut sends what happens. */
export function WebhooksPanel() {
  const { data, error, create, ...actions } = useWebhooks()
  return (
    <Panel id="webhooks" title="Webhooks" mt="lg">
      <Text c="dimmed" mb="md">
        We send what happens to an address of yours: signed JSON for a program, or a sentence for Discord, Slack or
        ntfy.
      </Text>
      {!data ? (
        error ? (
          <FormMessage text={messageOf(error)} />
        ) : (
          <Loading />
        )
      ) : (
        <Stack gap="md">
          <NewWebhook groups={data.groups} create={create} />
          {data.webhooks.length > 0 && (
            <ul className={classes.webhooks} aria-label="Webhooks">
              {data.webhooks.map(webhook => (
                <WebhookRow key={webhook.id} webhook={webhook} {...actions} />
              ))}
            </ul>
          )}
        </Stack>
      )}
    </Panel>
  )
}
