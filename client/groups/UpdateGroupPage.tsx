import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { patchGroup, updateGroupPage } from '../../domain/groups/api.ts'
import { ONLY_CREATOR } from '../../domain/groups/group.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { GroupForm } from './GroupForm.tsx'

/** Everybody finds it, since the link is for everyone; the form is for its creator and site admins (D-109). */
export function UpdateGroupPage() {
  const { group, isOwner } = usePage(updateGroupPage)
  const navigate = useNavigate()
  const heading = `Update ${group.title}`
  return (
    <>
      <PageHeading
        title={heading}
        crumbs={[
          { title: 'Home', to: '/' },
          { title: 'Groups', to: '/groups' },
          { title: group.title, to: group.url },
          { title: 'Update' }
        ]}
      />
      {isOwner ? (
        <GroupForm
          key={group.id}
          label={heading}
          start={{ title: group.title, content: group.content }}
          signInText="to update a group"
          submit="Save"
          save={async body => {
            const { group: saved } = await call(patchGroup, { params: { hut: group.slug }, body })
            await navigate(saved.url)
          }}
        />
      ) : (
        <EmptyState text={ONLY_CREATOR}>
          <Button component={Link} to={group.url}>
            Back to the group
          </Button>
        </EmptyState>
      )}
    </>
  )
}
