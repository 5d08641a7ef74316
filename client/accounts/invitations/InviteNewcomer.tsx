import { isAdmin } from '../../../domain/accounts/user.ts'
import { config } from '../../lib/embedded.ts'
import { useUser } from '../../lib/user.ts'
import { TextLink } from '../../ui/links/TextLink.tsx'

/**
 * Leads to a link that also lets people register, where a hut asks for one (D-146).
 * @param to the path of the group or session that the link opens
 */
export function InviteNewcomer({ to }: { to: string }) {
  const user = useUser()
  const asksForOne = config.registration === 'invite' || config.registration === 'approve'
  if (!user || !asksForOne || !(isAdmin(user) || config.members_invite)) return null
  return <TextLink to={`/account/invitations?to=${to}`}>Invite someone without an account</TextLink>
}
