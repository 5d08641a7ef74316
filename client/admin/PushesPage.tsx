import { Card, Group, Text } from '@mantine/core'
import { type AdminPush, adminPushPage, retryPushes } from '../../domain/admin/api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { numberText } from '../../domain/lib/numbers.ts'
import { testPush } from '../../domain/reminders/api.ts'
import { SWITCHED_OFF } from '../../domain/reminders/delivery.ts'
import { KIND_NAMES } from '../../domain/reminders/kinds.ts'
import { call } from '../lib/api.ts'
import { dateTexts } from '../lib/date-texts.ts'
import { usePersonalPage } from '../lib/page.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { PersonLink } from './PersonLink.tsx'
import classes from './rows.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

async function retry(): Promise<void> {
  const { pushes } = await call(retryPushes, { body: {} })
  await reloadPages(adminPushPage)
  toast.success(`${pushes === 1 ? '1 push' : `${numberText(pushes)} pushes`} will be sent again.`, { id: 'admin-push' })
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
      {page !== null && page.pushes.length === 0 && <EmptyState text="No push waits, and none failed." />}
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
  const minute = useMinute()
  const { kind, username, device, attempts, due_at, failed_at, reason, is_late } = push
  const state = failed_at
    ? `Failed ${minute(Date.parse(failed_at))}${is_late ? ', and too late for another try' : ''}`
    : `Waits${due_at ? ` until ${minute(Date.parse(due_at))}` : ''}${attempts > 0 ? `, tried ${plural(attempts, 'time')}` : ''}`
  return (
    <li>
      <Text fw={600}>
        <PersonLink username={username} />: {KIND_NAMES[kind]}
      </Text>
      <Text size="sm" c="dimmed">
        {state}. {device}
      </Text>
      {reason && <Text size="sm">{reasonText(reason)}</Text>}
    </li>
  )
}

/** @param reason a status of the push service, or the code of a network fault */
function reasonText(reason: string): string {
  if (reason === SWITCHED_OFF) return 'Pushes were off then.'
  return /^\d{3}$/.test(reason)
    ? `The push service answered with ${reason}.`
    : `The push service wasn’t reached: ${reason}.`
}
