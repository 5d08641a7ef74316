import { Text } from '@mantine/core'
import type { Delivery } from '../../domain/webhooks/api.ts'
import { WEBHOOK_EVENTS } from '../../domain/webhooks/events.ts'
import classes from '../accounts/LoginsPanel.module.css'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { useDeliveries } from './webhooks.ts'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** Lists what a webhook has sent in the last 30 days. */
export function Deliveries({ id, host, onClose }: { id: number; host: string; onClose: () => void }) {
  const { deliveries, error, sendAgain } = useDeliveries(id)
  const minute = useMinute()
  return (
    <Dialog opened onClose={onClose} title={`Deliveries to ${host}`}>
      {!deliveries ? (
        error ? (
          <FormMessage text={messageOf(error)} />
        ) : (
          <Loading />
        )
      ) : deliveries.length === 0 ? (
        <Text c="dimmed">Nothing yet.</Text>
      ) : (
        <ul className={classes.logins}>
          {deliveries.map(delivery => (
            <li key={delivery.id}>
              <div>
                <Text fw={600}>{WEBHOOK_EVENTS[delivery.event]}</Text>
                <Text size="sm" c="dimmed">
                  {minute(Date.parse(delivery.created_at))}, {stateText(delivery)}
                </Text>
              </div>
              {delivery.state !== 'waiting' && (
                <ActionButton variant="default" action={() => sendAgain(delivery.id)}>
                  Send again
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function stateText({ state, attempts, answer }: Delivery): string {
  const last = answer === null ? '' : ` (${answer})`
  if (state === 'sent') return 'sent'
  return state === 'failed' ? `failed${last}` : attempts === 0 ? 'waits' : `waits for another try${last}`
}
