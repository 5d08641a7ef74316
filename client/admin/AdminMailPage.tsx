import { Card, Group, Text } from '@mantine/core'
import { type AdminMail, adminMailPage, retryMails, sendTestMail } from '../../domain/admin/delivery-api.ts'
import { plural } from '../../domain/lib/duration.ts'
import { own } from '../../domain/lib/own.ts'
import { MAIL_NAMES, mailFault } from '../../domain/mail/names.ts'
import { call } from '../lib/api.ts'
import { config } from '../lib/embedded.ts'
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
  const { mails } = await call(retryMails, { body: {} })
  await reloadPages(adminMailPage)
  toast.success(`${plural(mails, 'mail')} will be sent again.`, { id: 'admin-mail' })
}

async function sendNow(id: number): Promise<void> {
  const { mails } = await call(retryMails, { body: { id } })
  await reloadPages(adminMailPage)
  toast.success(mails === 0 ? 'It was sent in the meantime.' : 'Trying again now.', { id: 'admin-mail' })
}

async function test(): Promise<void> {
  await call(sendTestMail, { body: {} })
  await reloadPages(adminMailPage)
  toast.success(config.sends_mail ? 'A test mail is on its way to you.' : 'A test mail is a file in the data folder.', {
    id: 'admin-mail'
  })
}

/** Mails that wait or failed, with the reason. */
export function AdminMailPage() {
  const page = usePersonalPage(adminMailPage)
  return (
    <AdminFrame title="Mail">
      <Group gap="sm" mb="lg">
        <ActionButton action={test}>{config.sends_mail ? 'Send a test mail to me' : 'Write a test mail'}</ActionButton>
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
      {page?.mails.length === 0 && <EmptyState text="No mail is waiting, and none failed." />}
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

function Mail({ mail }: { mail: AdminMail }) {
  const { id, kind, username, to, reason } = mail
  const name = own(MAIL_NAMES, kind) ?? kind
  return (
    <li>
      <Text fw={600}>{name}</Text>
      <Text size="sm">
        To {username !== null && <PersonLink username={username} />}
        {username !== null && to !== null && ', '}
        {to ?? (username === null && 'a deleted account')}
      </Text>
      <Attempt {...mail} words={mailFault(reason ?? '')} />
      <ActionButton
        size="sm"
        variant="default"
        mt="xs"
        aria-label={`Send “${name}” to ${username ?? to} again now`}
        action={() => sendNow(id)}
      >
        Send again now
      </ActionButton>
    </li>
  )
}
