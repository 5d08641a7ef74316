import { Card, Group, Text } from '@mantine/core'
import { type AdminPush, adminPushPage, retryPushes } from '../../domain/admin/delivery-api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { testPush } from '../../domain/reminders/api.ts'
import { SWITCHED_OFF } from '../../domain/reminders/delivery.ts'
import { KIND_NAMES } from '../../domain/reminders/kinds.ts'
import { call } from '../lib/api.ts'
import { usePersonalPage } from '../lib/page.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { Attempt } from './Attempt.tsx'
import { PersonLink } from './PersonLink.tsx'
import classes from './rows.module.css'

async function retry(): Promise<void> {
  const { pushes } = await call(retryPushes, { body: {} })
  await reloadPages(adminPushPage)
  toast.success(`${pushes === 1 ? '1 push' : `${numberText(pushes)} pushes`} will be sent again.`, { id: 'admin-push' })
}

async function sendNow(id: number): Promise<void> {
  const { pushes } = await call(retryPushes, { body: { id } })
  await reloadPages(adminPushPage)
  toast.success(pushes === 0 ? 'It was sent in the meantime, or it’s too late.' : 'Trying again now.', {
    id: 'admin-push'
  })
}

async function test(): Promise<void> {
  const { sent, failed } = await call(testPush, { body: {} })
  if (failed > 0) toast.error(`The test reached ${sent} of your ${plural(sent + failed, 'device')}.`)
  else if (sent > 0) toast.success(`The test was sent to ${plural(sent, 'device')}.`, { id: 'admin-push' })
  else toast.error('None of your devices gets pushes.', { link: { label: 'Turn them on', to: '/account/reminders' } })
}

/** Pushes that wait or failed, with the reason. */
export function PushesPage() {
  const page = usePersonalPage(adminPushPage)
  const retryable = page?.pushes.some(({ failed_at, is_late }) => failed_at !== null && is_late === 0)
  return (
    <AdminFrame title="Pushes">
      {page?.is_on === false ? (
        <Text mb="lg">Pushes are off. Set PUSH to “on” to send them.</Text>
      ) : (
        <Group gap="sm" mb="lg">
          <ActionButton action={test}>Send a test push to me</ActionButton>
          {retryable && (
            <ActionButton variant="default" action={retry}>
              Send failed pushes again
            </ActionButton>
          )}
        </Group>
      )}
      {page === null && <Loading />}
      {page !== null && page.pushes.length === 0 && <EmptyState text="No push is waiting, and none failed." />}
      {page !== null && page.pushes.length > 0 && (
        <>
          <Text c="dimmed">
            {page.failed} failed, {page.waiting} waiting
          </Text>
          <Card component="ul" className={classes.rows}>
            {page.pushes.map(push => (
              <Push key={push.id} push={push} />
            ))}
          </Card>
        </>
      )}
    </AdminFrame>
  )
}

function Push({ push }: { push: AdminPush }) {
  const { id, kind, username, device, reason, is_late } = push
  return (
    <li>
      <Text fw={600}>{KIND_NAMES[kind]}</Text>
      <Text size="sm">
        To <PersonLink username={username} />, {device}
      </Text>
      <Attempt {...push} words={faultText(reason ?? '')} />
      {is_late === 1 ? (
        <Text size="sm">It’s too late for another try.</Text>
      ) : (
        // Without a reason it waits for its time, such as the end of quiet hours.
        reason !== null && (
          <ActionButton
            size="sm"
            variant="default"
            mt="xs"
            aria-label={`Send “${KIND_NAMES[kind]}” to ${username} again now`}
            action={() => sendNow(id)}
          >
            Send again now
          </ActionButton>
        )
      )}
    </li>
  )
}

/** @param reason a status of the push service, or the code of a network fault */
function faultText(reason: string): string {
  if (reason === SWITCHED_OFF) return 'Pushes were off then.'
  if (reason === '429') return 'The push service gets too many pushes at the moment.'
  if (/^5\d\d$/.test(reason)) return 'The push service has a fault.'
  return /^\d{3}$/.test(reason) ? 'The push service refused it.' : 'The push service can’t be reached.'
}
