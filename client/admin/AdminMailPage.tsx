import { Card, Group, Text } from '@mantine/core'
import { type AdminMail, adminMailPage, retryMails, sendTestMail } from '../../domain/admin/api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { call } from '../lib/api.ts'
import { dateTexts } from '../lib/date-texts.ts'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { reloadPages } from '../lib/page-cache.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import classes from './rows.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

async function retry(): Promise<void> {
  const { mails } = await call(retryMails, { body: {} })
  await reloadPages(adminMailPage)
  toast.success(`${plural(mails, 'mail')} will be sent again.`, { id: 'admin-mail' })
}

async function test(): Promise<void> {
  await call(sendTestMail, { body: {} })
  await reloadPages(adminMailPage)
  toast.success('A test mail is on its way to you.', { id: 'admin-mail' })
}

/** Mails that wait or failed, with the reason. */
export function AdminMailPage() {
  const page = usePersonalPage(adminMailPage)
  return (
    <AdminFrame title="Mail">
      <Group gap="sm" mb="lg">
        <ActionButton action={test}>Send a test mail to me</ActionButton>
        {page !== null && page.failed > 0 && (
          <ActionButton variant="default" action={retry}>
            Send {plural(page.failed, 'failed mail')} again
          </ActionButton>
        )}
      </Group>
      {!config.sends_mail && (
        <Text mb="lg">
          No mail server is set, so each mail becomes a file in the data folder. Set SMTP_URL to send them.
        </Text>
      )}
      {page === null && <Loading />}
      {page?.mails.length === 0 && <EmptyState text="No mail waits, and none failed." />}
      {page !== null && page.mails.length > 0 && (
        <Card component="ul" className={classes.rows}>
          {page.mails.map(mail => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </Card>
      )}
    </AdminFrame>
  )
}

function Mail({ mail: { kind, username, created_at, attempts, due_at, failed_at, reason } }: { mail: AdminMail }) {
  const minute = useMinute()
  const state = failed_at
    ? `Failed ${minute(Date.parse(failed_at))}`
    : `Waits${due_at ? ` until ${minute(Date.parse(due_at))}` : ''}`
  return (
    <li>
      <Text fw={600}>
        {kind} to {username ?? 'an address without an account'}
      </Text>
      <Text size="sm" c="dimmed">
        {state}. Written {minute(Date.parse(created_at))}, tried {plural(attempts, 'time')}.
      </Text>
      {reason && <Text size="sm">{reason}</Text>}
    </li>
  )
}
