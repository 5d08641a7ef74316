import { Group, Text } from '@mantine/core'
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs'
import { approvalsPage, approveAccount, refuseAccount, type WaitingAccount } from '../../domain/admin/approvals.ts'
import { call } from '../lib/api.ts'
import { dateTexts } from '../lib/dates/date-texts.ts'
import { config } from '../lib/embedded.ts'
import { usePersonalPage } from '../lib/page.ts'
import { changePages } from '../lib/page-cache.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { toast } from '../ui/toasts/toast.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import classes from './ApprovalsPage.module.css'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** New accounts that wait for an admin (D-146). */
export function ApprovalsPage() {
  const page = usePersonalPage(approvalsPage)
  return <AdminFrame title="New accounts">{page ? <Waiting {...page} /> : <Loading />}</AdminFrame>
}

function Waiting({ accounts }: { accounts: readonly WaitingAccount[] }) {
  if (accounts.length === 0) {
    return <EmptyState icon={<IconUserCheck size={40} aria-hidden />} text="Nobody is waiting for approval." />
  }
  return (
    <ul className={classes.accounts}>
      {accounts.map(account => (
        <Account key={account.id} account={account} />
      ))}
    </ul>
  )
}

function Account({
  account: { id, username, name, email, is_unconfirmed, registered_at }
}: {
  account: WaitingAccount
}) {
  const minute = useMinute()
  const params = { user: String(id) }
  const told = config.sends_mail ? ', and gets an email.' : '. This hut sends no emails, so tell them yourself.'
  async function decide(decision: typeof approveAccount | typeof refuseAccount, text: string): Promise<void> {
    await call(decision, { params })
    changePages(approvalsPage, page => ({ accounts: page.accounts.filter(one => one.id !== id) }))
    toast.success(text, { id: 'approvals' })
  }
  return (
    <li>
      <div className={classes.facts}>
        <Text fw={600}>{name ? `${name} (${username})` : username}</Text>
        <Text>
          {email}
          {is_unconfirmed === 1 && ', not confirmed yet'}
        </Text>
        <Text c="dimmed">Registered {minute(Date.parse(registered_at))}</Text>
      </div>
      <Group gap="xs">
        <ActionButton
          aria-label={`Approve ${username}`}
          action={() => decide(approveAccount, `${username} is in${told}`)}
        >
          Approve
        </ActionButton>
        <ConfirmButton
          label="Refuse"
          button={{ 'aria-label': `Refuse ${username}` }}
          title={`Refuse ${username}?`}
          confirm="Refuse and delete"
          onConfirm={() => decide(refuseAccount, `${username} was refused${told}`)}
        >
          This deletes the account at once. You can’t undo it.
        </ConfirmButton>
      </Group>
    </li>
  )
}
