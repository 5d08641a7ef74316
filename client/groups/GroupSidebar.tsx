import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { Link } from 'react-router'
import type { GroupData } from '../../domain/groups/api.ts'
import { InviteNewcomer } from '../accounts/invitations/InviteNewcomer.tsx'
import { MayCreate } from '../accounts/MayCreate.tsx'
import sidebar from '../browse/Sidebar.module.css'
import { useUser } from '../lib/user.ts'
import { ReadMore } from '../ui/text/ReadMore.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { AttachActivity } from './AttachActivity.tsx'
import { GroupTogether } from './GroupTogether.tsx'
import classes from './groups.module.css'
import { joinGroup } from './groups.ts'
import { WaitingProposals } from './WaitingProposals.tsx'

interface Props {
  data: GroupData
  /** The page shows the offer of a first session in place of its list. */
  isEmpty: boolean
}

/** Describes the group and its members, and offers to join and to add activities (ACT-054..ACT-057). */
export function GroupSidebar({ data, isEmpty }: Props) {
  const { group, isOwner } = data
  const isSignedIn = useUser() !== null
  return (
    <aside className={classes.aside} data-empty={isEmpty || undefined} aria-label="About this group">
      <section className={sidebar.start}>
        <GroupTogether data={data} offers={!isEmpty} />
        {group.content && (
          <ReadMore about={group.title} key={group.id}>
            <RichText html={group.content} />
          </ReadMore>
        )}
        {!group.is_joined && (
          <Button variant="light" onClick={() => joinGroup(group.slug)}>
            Join Hut
          </Button>
        )}
        <MayCreate kind="activities">
          <Button
            component={Link}
            to={`/challenges/create?hut=${group.slug}`}
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            Create a New Activity
          </Button>
        </MayCreate>
        {isSignedIn && (isOwner || group.is_joined === 1) && <AttachActivity group={group} isOwner={isOwner} />}
        <InviteNewcomer to={`/group/${group.slug}`} />
        <WaitingProposals data={data} />
      </section>
    </aside>
  )
}
