import { Button } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { patchGroup, updateGroupPage } from '../../domain/groups/api.ts'
import { ONLY_CREATOR } from '../../domain/groups/group.ts'
import { call } from '../lib/api.ts'
import { usePage } from '../lib/page.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useMerging } from '../ui/forms/ClashDialog.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { CONTENT_LABEL, type GroupFields, GroupForm, ZONE_LABEL } from './GroupForm.tsx'

/**
 * Everyone can open the page, because everyone sees the link. Only the creator and site admins get the form (D-109).
 */
export function UpdateGroupPage() {
  const { group, isOwner } = usePage(updateGroupPage)
  const navigate = useNavigate()
  const merging = useMerging<GroupFields>(() => ({ form: fieldsOf(group), revision: group.revision }), {
    labels: { content: CONTENT_LABEL, time_zone: ZONE_LABEL }
  })
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
      {merging.dialog}
      {isOwner ? (
        <GroupForm
          key={group.id}
          label={heading}
          base={merging.base}
          onRestore={merging.setBase}
          signInText="to update a group"
          submit="Save"
          save={async (fields, show) => {
            await merging.save(fields, {
              send: body => call(patchGroup, { params: { hut: group.slug }, body }),
              read: fieldsOf,
              show
            })
            await navigate(group.url)
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

const fieldsOf = ({ title, content, time_zone }: GroupFields): GroupFields => ({ title, content, time_zone })
