import { Text } from '@mantine/core'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { createGroupPage, patchGroup, storeGroup } from '../../domain/groups/api.ts'
import { ApprovedOnly } from '../accounts/ApprovedOnly.tsx'
import { call } from '../lib/api.ts'
import { makeOnce, newMaking } from '../lib/make-once.ts'
import { usePage } from '../lib/page.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { GroupForm } from './GroupForm.tsx'

const CRUMBS = [{ title: 'Home', to: '/' }, { title: 'Groups', to: '/groups' }, { title: 'Create' }]

const EMPTY = { form: { title: '', content: '' }, revision: 0 }

export function CreateGroupPage() {
  usePage(createGroupPage)
  const navigate = useNavigate()
  const making = useRef(newMaking())
  return (
    <>
      <PageHeading title="Create a Group" crumbs={CRUMBS} />
      <Text mb="lg" maw="44rem">
        A group is for people with the same goal, and for the activities they share. It’s free, and you’re in right
        away.
      </Text>
      <ApprovedOnly>
        <GroupForm
          label="Create a Group"
          base={EMPTY}
          making={making}
          signInText="to create a group"
          submit="Create Group"
          save={async body => {
            const { made } = await makeOnce(
              body,
              making,
              (sent, key) => call(storeGroup, { body: sent, key }),
              ({ group }) => call(patchGroup, { params: { hut: group.slug }, body })
            )
            await navigate(made.group.url)
          }}
        />
      </ApprovedOnly>
    </>
  )
}
