import { Text } from '@mantine/core'
import type { InvitationRow } from '../../../domain/accounts/invitations/api.ts'
import { invitationPath } from '../../../domain/accounts/invitations/invitation.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { useAddress } from '../../lib/hydrated.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { CopyField } from '../../ui/forms/CopyField.tsx'
import { TextLink } from '../../ui/links/TextLink.tsx'
import classes from './Invitations.module.css'
import { endInvitation } from './invitations.ts'

const useDay = dateTexts({ dateStyle: 'medium' })

/** An admin sees who made each of them. */
type Listed = InvitationRow & { username?: string }

export function InvitationList({ invitations }: { invitations: readonly Listed[] }) {
  return (
    <ul className={classes.invitations}>
      {invitations.map(invitation => (
        <Invitation key={invitation.id} invitation={invitation} />
      ))}
    </ul>
  )
}

function Invitation({ invitation }: { invitation: Listed }) {
  const day = useDay()
  const { id, uses, most_uses, expires_at, is_open, username } = invitation
  const path = invitationPath(invitation)
  const address = useAddress(path)
  const end = day(Date.parse(expires_at))
  const used = most_uses === 1 ? (uses === 1 ? 'Used' : 'For one person') : `${uses} of ${most_uses} used`
  return (
    <li>
      <div className={classes.facts}>
        {is_open ? (
          <CopyField label={path} copyLabel={`Copy the link ${path}`} value={address} />
        ) : (
          <Text className={classes.link} c="dimmed">
            {path}
          </Text>
        )}
        {username !== undefined && (
          <Text>
            By <TextLink to={`/admin/people/${username}`}>{username}</TextLink>
          </Text>
        )}
        <Text c="dimmed">{is_open ? `${used}, works until ${end}` : `${used}, no longer works`}</Text>
      </div>
      {is_open === 1 && (
        <ConfirmButton
          label="End"
          button={{ 'aria-label': `End the invitation ${path}` }}
          title="End this invitation?"
          confirm="End it"
          onConfirm={() => endInvitation(id)}
        >
          Its link stops working. People who have registered with it stay.
        </ConfirmButton>
      )}
    </li>
  )
}
